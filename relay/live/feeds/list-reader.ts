import { parseKnown } from '#shared/primitives/parse-known.ts'

export type ListReader<Row> = (text: string) => Row[]

interface CachedRow<Row> {
  readonly text: string
  readonly row: Row
}

interface ListReaderOptions<Row> {
  readonly parseRow: (value: unknown) => Row
  readonly getKey: (row: Row) => string
  readonly onUnread?: ((error: unknown) => void) | undefined
}

const space = /[\t\n\r ]*/y
const isQuote = 34
const isEscape = 92

const pastSpace = (text: string, from: number): number => {
  space.lastIndex = from
  space.test(text)
  return space.lastIndex
}

const pastString = (text: string, from: number): number => {
  let at = from + 1
  for (;;) {
    at = text.indexOf('"', at)
    if (at < 0) throw new SyntaxError('unterminated string in the list')
    let escapes = at
    while (text.charCodeAt(escapes - 1) === isEscape) escapes -= 1
    at += 1
    if ((at - 1 - escapes) % 2 === 0) return at
  }
}

const pastValue = (text: string, from: number): number => {
  let depth = 0
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === isQuote) {
      at = pastString(text, at)
      continue
    }
    at += 1
    if (code === 123 || code === 91) depth += 1
    else if (code === 125 || code === 93) {
      depth -= 1
      if (depth === 0) return at
    }
  }
  throw new SyntaxError('unterminated value in the list')
}

/** Anything after the list in `text` is ignored. After an error the last valid list remains cached. */
export const createListReader = <Row>({ parseRow, getKey, onUnread }: ListReaderOptions<Row>): ListReader<Row> => {
  let cached: readonly CachedRow<Row>[] = []
  let positions = new Map<string, number>()

  return (text) => {
    const next: CachedRow<Row>[] = []
    const nextPositions = new Map<string, number>()
    const errors: unknown[] = []
    const read = (value: unknown): Row | undefined => {
      try {
        const known = parseKnown(parseRow, value)
        if (known.error !== null) errors.push(known.error)
        return known.row
      } catch (error) {
        if (onUnread === undefined) throw error
        errors.push(error)
        return undefined
      }
    }
    const keep = (from: number, to: number, row: Row) => {
      nextPositions.set(getKey(row), next.length)
      next.push({ text: text.slice(from, to), row })
    }
    let at = pastSpace(text, 0)
    if (text[at] !== '[') throw new SyntaxError('the response is not a list of rows')
    at = pastSpace(text, at + 1)
    let likely = 0
    let isAnother = text[at] !== ']'
    while (isAnother) {
      const before = cached[likely]
      const sameEnd = before === undefined ? at : at + before.text.length
      if (before !== undefined && text.slice(at, sameEnd) === before.text) {
        keep(at, sameEnd, before.row)
        likely += 1
        at = sameEnd
      } else {
        if (text[at] !== '{') throw new SyntaxError('a row of the list is not an object')
        const end = pastValue(text, at)
        const row = read(JSON.parse(text.slice(at, end)))
        if (row !== undefined) {
          keep(at, end, row)
          likely = (positions.get(getKey(row)) ?? likely - 1) + 1
        }
        at = end
      }
      at = pastSpace(text, at)
      isAnother = text[at] === ','
      if (!isAnother && text[at] !== ']') throw new SyntaxError('unterminated list of rows')
      if (isAnother) at = pastSpace(text, at + 1)
    }
    if (next.length === 0 && errors.length > 0) throw errors[0]
    for (const error of errors) onUnread?.(error)
    cached = next
    positions = nextPositions
    return next.map(({ row }) => row)
  }
}
