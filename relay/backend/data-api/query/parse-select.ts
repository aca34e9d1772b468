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

/** Up to and including the opening parenthesis. Undefined, with nothing read, if this is not an embed. */
const parseEmbedStart = (scanner: Scanner): string[] | undefined => {
  const start = scanner.at
  const parameters: string[] = []
  while (parameters.length < 2 && scanner.take('!')) {
    const parameter = scanner.name()
    if (parameter === undefined) break
    parameters.push(parameter)
  }
  if (scanner.takeLexeme('(')) return parameters
  scanner.at = start
  return undefined
}

const parseEmbed = (
  scanner: Scanner,
  depth: number,
  { alias, relation, spread }: { alias: string | undefined; relation: string; spread: boolean },
): Embed | undefined => {
  const parameters = parseEmbedStart(scanner)
  if (parameters === undefined) return undefined
  if (depth >= bounds.embedLevels) throw beyond('too many levels of embedded relations', bounds.embedLevels)
  const select = parseItems(scanner, depth + 1)
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

const parseSpread = (scanner: Scanner, depth: number): Embed | undefined => {
  const relation = scanner.name()
  return relation === undefined ? undefined : parseEmbed(scanner, depth, { alias: undefined, relation, spread: true })
}

const itemEnd = /(?=[),]|$)/y

const rejectBlank = (scanner: Scanner): void => {
  if (scanner.match(itemEnd) === undefined) scanner.fail('"::", ")", "," or end of input')
}

const parseNamedItem = (scanner: Scanner, depth: number): SelectItem => {
  const alias = parseAlias(scanner)
  const name = scanner.expectName()
  if (name === 'count' && scanner.take('()')) {
    const aggregateCast = parseCast(scanner)
    rejectBlank(scanner)
    return { kind: 'field', field: undefined, alias, cast: undefined, aggregate: 'count', aggregateCast }
  }
  if (name === 'count' && scanner.sees('(')) scanner.fail('"()"')
  const embed = parseEmbed(scanner, depth, { alias, relation: name, spread: false })
  if (embed !== undefined) return embed
  const path = parseJsonPath(scanner)
  scanner.spaces()
  const cast = parseCast(scanner)
  const aggregate = parseAggregate(scanner)
  const finalCast = parseCast(scanner)
  // PostgREST reads a second cast without an aggregate, and ignores it.
  const aggregateCast = aggregate === undefined ? undefined : finalCast
  if (aggregate !== undefined) rejectBlank(scanner)
  return parseFieldEnd(scanner, { kind: 'field', field: { name, path }, alias, cast, aggregate, aggregateCast })
}

/** Undefined, with nothing read, if no item starts here. */
const parseItem = (scanner: Scanner, depth: number): SelectItem | undefined => {
  const start = scanner.at
  if (scanner.take('...')) {
    const spread = parseSpread(scanner, depth)
    if (spread === undefined) scanner.at = start
    return spread
  }
  if (scanner.take('*')) {
    if (scanner.match(itemEnd) !== undefined) return { kind: 'all' }
    scanner.at = start
    return undefined
  }
  return scanner.match(/(?=["\p{L}0-9_ $])/uy) === undefined ? undefined : parseNamedItem(scanner, depth)
}

const parseFieldEnd = (scanner: Scanner, item: SelectItem): SelectItem => {
  scanner.spaces()
  if (!scanner.done && !scanner.sees(',') && !scanner.sees(')'))
    scanner.fail('"->", "::", ".", ")", "," or end of input')
  return item
}

const parseItems = (scanner: Scanner, depth: number): SelectItem[] => {
  const start = scanner.at
  scanner.spaces()
  const isBlank = scanner.at > start
  if (scanner.done || scanner.sees(')')) return []
  const first = parseItem(scanner, depth)
  if (first === undefined) return isBlank ? scanner.fail('a column or an embed') : []
  const items = [first]
  while (scanner.takeLexeme(',')) items.push(parseItem(scanner, depth) ?? scanner.fail('a column or an embed'))
  // Only a comma may follow the blanks after an embed; other blanks belong to a name.
  if (scanner.match(/[ \t]+/y) !== undefined) scanner.fail('","')
  return items
}

/** Text after a complete list is ignored, as is a surplus `)`; a list that does not start with an item is empty. */
export const parseSelect = (text: string): readonly SelectItem[] => parseItems(new Scanner('select parameter', text), 0)
