export interface JsonBounds {
  readonly depthMax: number
  readonly valuesMax: number
  readonly namesMax: number
}

/** Far above real documents and rows; JSON.parse needs about 50 ms for 5 MB at these bounds. */
const jsonBounds: JsonBounds = { depthMax: 64, valuesMax: 200_000, namesMax: 10_000 }

/** Readers show its message instead of "not JSON". */
export class JsonBoundError extends Error {
  override readonly name = 'JsonBoundError'
}

const quote = 0x22
const backslash = 0x5c
const space = 0x20
const comma = 0x2c
const colon = 0x3a
const openList = 0x5b
const openObject = 0x7b
const closeList = 0x5d
const closeObject = 0x7d

const findStringEnd = (json: string, start: number): number => {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0
    while (json.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return json.length
}

const isName = (json: string, end: number): boolean => {
  let at = end + 1
  while (json.charCodeAt(at) <= space) at += 1
  return json.charCodeAt(at) === colon
}

/** Throws JsonBoundError. A single pass that does not validate the JSON. */
export const demandBounds = (json: string, { depthMax, valuesMax, namesMax }: JsonBounds = jsonBounds): void => {
  const names = new Set<string>()
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case quote: {
        const end = findStringEnd(json, at)
        if (isName(json, end)) names.add(json.slice(at + 1, end))
        if (names.size > namesMax) throw new JsonBoundError(`The JSON has more than ${namesMax} different names.`)
        at = end
        break
      }
      case openList:
      case openObject:
        depth += 1
        values += 1
        if (depth > depthMax) throw new JsonBoundError(`The JSON is nested deeper than ${depthMax} levels.`)
        break
      case comma:
        values += 1
        break
      case closeList:
      case closeObject:
        depth -= 1
        break
      default:
        continue
    }
    if (values > valuesMax) throw new JsonBoundError(`The JSON has more than ${valuesMax} values.`)
  }
}

/** Ignores a byte order mark, which RFC 8259 allows a parser to do. */
export const parseBoundedJson = (json: string, bounds?: JsonBounds): unknown => {
  demandBounds(json, bounds)
  return JSON.parse(withoutMark(json)) as unknown
}

/** Undefined if the text is not JSON or exceeds the bounds. */
export const findBoundedJson = (text: string): unknown => {
  try {
    return parseBoundedJson(text)
  } catch {
    return undefined
  }
}

export const parseJsonOrText = (text: string): unknown => {
  try {
    return parseBoundedJson(text)
  } catch {
    return text
  }
}

export const withoutMark = (text: string): string => (text.startsWith('\ufeff') ? text.slice(1) : text)
