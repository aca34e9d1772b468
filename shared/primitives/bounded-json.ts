export interface JsonBounds {
  /** How deep lists and objects may stand within each other. */
  readonly depthMax: number
  /** How many values there may be altogether, those within others included. */
  readonly valuesMax: number
  /** How many different names members may have: each costs much more to read than a value. */
  readonly namesMax: number
}

/** Far beyond what documents and rows have; JSON.parse takes about 50 ms for 5 MB that reach any of them. */
const jsonBounds: JsonBounds = { depthMax: 64, valuesMax: 200_000, namesMax: 10_000 }

/** JSON that is nested deeper, or has more values, than is read. `message` is a sentence. */
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

/** Where the text that begins at `start` ends; the end of everything when it does not. */
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

/**
 * Throws JsonBoundError when a text is JSON beyond the bounds. Goes through it once and builds nothing but the set of names;
 * whether it is JSON at all is not asked.
 */
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

/** As JSON.parse, within bounds. Throws JsonBoundError beyond them, and SyntaxError for what is no JSON. */
export const parseBoundedJson = (json: string, bounds?: JsonBounds): unknown => {
  demandBounds(json, bounds)
  return JSON.parse(json) as unknown
}
