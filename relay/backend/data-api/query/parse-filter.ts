import {
  plainOperators,
  quantifiedOperators,
  truths,
  type At,
  type Field,
  type Logic,
  type Operation,
  type PlainOperator,
  type QuantifiedOperator,
  type TextSearchOperator,
  type Truth,
} from '#relay/backend/data-api/query/ast.ts'
import { beyond, bounds } from '#relay/backend/data-api/query/bounds.ts'
import { parseField, parseJsonPath } from '#relay/backend/data-api/query/parse-field.ts'
import { Scanner } from '#relay/backend/data-api/query/scanner.ts'

type Value = (scanner: Scanner) => string

const rest: Value = (scanner) => scanner.match(/[^]*/y)?.[0] ?? ''

/** Counts as quoted only if a comma or the end of the list follows directly. */
const quotedElement = (scanner: Scanner): string | undefined => {
  const start = scanner.at
  const value = scanner.quoted()
  if (value !== undefined && (scanner.done || scanner.sees(',') || scanner.sees(')'))) return value
  scanner.at = start
  return undefined
}

const element: Value = (scanner) => quotedElement(scanner) ?? scanner.match(/[^,)]*/y)?.[0] ?? ''

const memberValue: Value = (scanner) => quotedElement(scanner) ?? scanner.match(/\{[^{}]*\}/y)?.[0] ?? element(scanner)

const parseList = (scanner: Scanner): string[] => {
  if (!scanner.takeLexeme('(')) scanner.fail('"("')
  if (scanner.takeLexeme(')')) return []
  const values = [element(scanner)]
  while (scanner.take(',')) values.push(element(scanner))
  if (!scanner.takeLexeme(')')) scanner.fail('"," or ")"')
  return values
}

const plain = new RegExp(`(${plainOperators.join('|')})\\.`, 'y')
const quantified = new RegExp(`(${quantifiedOperators.join('|')})(?:\\((any|all)\\))?\\.`, 'y')
const textSearch = /(fts|plfts|phfts|wfts)(?:\(([\p{L}\p{N}_ $]+)\))?\./uy
const truth = new RegExp(truths.join('|'), 'iy')

const parseOperation = (scanner: Scanner, value: Value): Operation => {
  if (scanner.take('in.')) return { kind: 'in', values: parseList(scanner) }
  if (scanner.take('is.')) {
    const found = scanner.match(truth) ?? scanner.fail('null or trilean value (unknown, true, false)')
    return { kind: 'is', value: found[0].toLowerCase() as Truth }
  }
  if (scanner.take('isdistinct.')) return { kind: 'isdistinct', value: value(scanner) }
  const search = scanner.match(textSearch)
  if (search !== undefined) {
    const operator = search[1] as TextSearchOperator
    return { kind: 'textSearch', operator, language: search[2], value: value(scanner) }
  }
  const simple = scanner.match(plain)
  if (simple !== undefined) return { kind: 'plain', operator: simple[1] as PlainOperator, value: value(scanner) }
  const comparison = scanner.match(quantified)
  if (comparison === undefined) return scanner.fail('operator (eq, gt, ...)')
  return {
    kind: 'quantified',
    operator: comparison[1] as QuantifiedOperator,
    quantifier: comparison[2] as 'any' | 'all' | undefined,
    value: value(scanner),
  }
}

const parseFilter = (scanner: Scanner, field: Field, value: Value): Logic => {
  const not = scanner.take('not.')
  return { kind: 'filter', field, not, operation: parseOperation(scanner, value) }
}

const group = /(not\.)?(and|or)[ \t]*\([ \t]*/y

const parseTree = (scanner: Scanner, depth: number): Logic => {
  scanner.spaces()
  const found = scanner.match(group)
  if (found === undefined) {
    const field = parseField(scanner)
    scanner.expect('.')
    return parseFilter(scanner, field, memberValue)
  }
  if (depth >= bounds.logicLevels) throw beyond('too many levels of nested logic', bounds.logicLevels)
  const members = [parseTree(scanner, depth + 1)]
  while (scanner.takeLexeme(',')) members.push(parseTree(scanner, depth + 1))
  if (!scanner.takeLexeme(')')) scanner.fail('"," or ")"')
  return { kind: found[2] === 'or' ? 'or' : 'and', not: found[1] !== undefined, members }
}

/** Undefined if `lenient` and the value has no operator: it is then a function argument. */
export const parseFilterParameter = (key: string, text: string, lenient: boolean): At<Logic> | undefined => {
  const value = new Scanner('filter', text)
  if (lenient && !startsWithOperator(text)) return undefined
  const scanner = new Scanner('tree path', key)
  const names = scanner.names()
  const path = parseJsonPath(scanner)
  const name = names.pop() ?? ''
  return { path: names, value: parseFilter(value, { name, path }, rest) }
}

const operatorStart = new RegExp(
  `^(not\\.)?((in|is|isdistinct|${plainOperators.join('|')})\\.|(${quantifiedOperators.join('|')})(\\((any|all)\\))?\\.|(fts|plfts|phfts|wfts)(\\([^)]*\\))?\\.)`,
)
const startsWithOperator = (text: string): boolean => operatorStart.test(text)

export const parseLogicParameter = (key: string, text: string): At<Logic> => {
  const names = new Scanner('logic path', key).names()
  const operator = names.pop() ?? ''
  const not = names.includes('not') ? 'not.' : ''
  const scanner = new Scanner('logic tree', `${not}${operator}${text}`)
  return { path: names.filter((name) => name !== 'not'), value: parseTree(scanner, 0), isTree: true }
}
