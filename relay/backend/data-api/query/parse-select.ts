import { aggregates, type Aggregate, type Embed, type SelectItem } from '#relay/backend/data-api/query/ast.ts'
import { beyond, bounds } from '#relay/backend/data-api/query/bounds.ts'
import { parseJsonPath } from '#relay/backend/data-api/query/parse-field.ts'
import { Scanner } from '#relay/backend/data-api/query/scanner.ts'

const parseCast = (scanner: Scanner): string | undefined =>
  scanner.take('::') ? (scanner.name() ?? scanner.fail('a type')) : undefined

const parseAggregate = (scanner: Scanner): Aggregate | undefined => {
  if (!scanner.take('.')) return undefined
  for (const aggregate of aggregates) if (scanner.take(`${aggregate}()`)) return aggregate
  return scanner.fail(aggregates.map((aggregate) => `"${aggregate}"`).join(', '))
}

const parseAlias = (scanner: Scanner): string | undefined => {
  const start = scanner.at
  const name = scanner.name()
  if (name !== undefined && !scanner.sees('::') && scanner.take(':')) return name
  scanner.at = start
  return undefined
}

const joinKinds = new Set(['inner', 'left'])

const parseEmbed = (
  scanner: Scanner,
  depth: number,
  { alias, relation, spread }: { alias: string | undefined; relation: string; spread: boolean },
): Embed | undefined => {
  const parameters: string[] = []
  while (parameters.length < 2 && scanner.take('!')) parameters.push(scanner.expectName())
  if (!scanner.takeLexeme('(')) {
    return parameters.length > 0 || spread ? scanner.fail('"("') : undefined
  }
  if (depth >= bounds.embedLevels) throw beyond('too many levels of embedded relations', bounds.embedLevels)
  const select = parseItems(scanner, depth + 1)
  scanner.spaces()
  scanner.expect(')')
  return {
    kind: 'embed',
    relation,
    alias,
    hint: parameters.find((parameter) => !joinKinds.has(parameter)),
    inner: parameters.includes('inner'),
    spread,
    select,
  }
}

const parseItem = (scanner: Scanner, depth: number): SelectItem => {
  scanner.spaces()
  const spread = scanner.take('...')
  if (!spread && scanner.take('*')) return parseFieldEnd(scanner, { kind: 'all' })
  const alias = spread ? undefined : parseAlias(scanner)
  const name = scanner.expectName()
  if (name === 'count' && !spread && scanner.take('()')) {
    const aggregateCast = parseCast(scanner)
    return parseFieldEnd(scanner, {
      kind: 'field',
      field: undefined,
      alias,
      cast: undefined,
      aggregate: 'count',
      aggregateCast,
    })
  }
  if (name === 'count' && scanner.sees('(')) scanner.fail('"()"')
  const embed = parseEmbed(scanner, depth, { alias, relation: name, spread })
  if (embed !== undefined) return embed
  const path = parseJsonPath(scanner)
  const cast = parseCast(scanner)
  const aggregate = parseAggregate(scanner)
  const aggregateCast = aggregate === undefined ? undefined : parseCast(scanner)
  return parseFieldEnd(scanner, { kind: 'field', field: { name, path }, alias, cast, aggregate, aggregateCast })
}

const parseFieldEnd = (scanner: Scanner, item: SelectItem): SelectItem => {
  scanner.spaces()
  if (!scanner.done && !scanner.sees(',') && !scanner.sees(')'))
    scanner.fail('"->", "::", ".", ")", "," or end of input')
  return item
}

const parseItems = (scanner: Scanner, depth: number): SelectItem[] => {
  scanner.spaces()
  if (scanner.done || scanner.sees(')')) return []
  const items = [parseItem(scanner, depth)]
  while (scanner.takeLexeme(',')) items.push(parseItem(scanner, depth))
  return items
}

/** Text after a complete list is ignored, as is a surplus `)`: existing clients send both. */
export const parseSelect = (text: string): readonly SelectItem[] => {
  const items = parseItems(new Scanner('select parameter', text), 0)
  return items.length === 0 ? [{ kind: 'all' }] : items
}
