import type { OrderTerm } from '#relay/backend/data-api/query/ast.ts'
import { parseField } from '#relay/backend/data-api/query/parse-field.ts'
import { Scanner } from '#relay/backend/data-api/query/scanner.ts'

const parseTerm = (scanner: Scanner): OrderTerm => {
  scanner.spaces()
  const start = scanner.at
  let embed = scanner.name()
  if (embed === undefined || !scanner.take('(')) {
    embed = undefined
    scanner.at = start
  }
  const field = parseField(scanner)
  if (embed !== undefined) scanner.expect(')')
  const direction = scanner.match(/\.(asc|desc)/y)?.[1] as OrderTerm['direction']
  const nulls = scanner.match(/\.(nullsfirst|nullslast)/y)?.[1] as OrderTerm['nulls']
  if (scanner.take('.')) scanner.fail(direction === undefined ? '"asc" or "desc"' : '"nullsfirst" or "nullslast"')
  if (!scanner.done && !scanner.sees(',')) scanner.fail('"asc", "desc", "nullsfirst", "nullslast", "," or end of input')
  return { embed, field, direction, nulls }
}

export const parseOrder = (text: string): readonly OrderTerm[] => {
  const scanner = new Scanner('order', text)
  const terms = [parseTerm(scanner)]
  while (scanner.take(',')) terms.push(parseTerm(scanner))
  return terms
}
