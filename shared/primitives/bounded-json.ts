export interface JsonBounds {
  /** How deep lists and objects may stand within each other. */
  readonly depthMax: number
  /** How many values there may be altogether, those within others included. */
  readonly valuesMax: number
}

/** Far beyond what documents and rows have; read in about 50 ms when both are reached. */
const jsonBounds: JsonBounds = { depthMax: 64, valuesMax: 200_000 }

/** JSON that is nested deeper, or has more values, than is read. `message` is a sentence. */
export class JsonBoundError extends Error {
  override readonly name = 'JsonBoundError'
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openings = new Set([0x5b, 0x7b])
const closings = new Set([0x5d, 0x7d])

/** Where the text that begins at `start` ends; the end of everything when it does not. */
const endOfText = (json: string, start: number): number => {
  for (let at = json.indexOf('"', start + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let slashes = 0
    while (json.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return json.length
}

/**
 * Throws JsonBoundError when a text is JSON beyond the bounds. Goes through it once and builds nothing; whether it is JSON at
 * all is not asked.
 */
export const demandBounds = (json: string, { depthMax, valuesMax }: JsonBounds = jsonBounds): void => {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const letter = json.charCodeAt(at)
    if (letter === quote) at = endOfText(json, at)
    else if (letter === comma) values += 1
    else if (openings.has(letter)) {
      depth += 1
      values += 1
      if (depth > depthMax) throw new JsonBoundError(`The JSON is nested deeper than ${depthMax} levels.`)
    } else if (closings.has(letter)) depth -= 1
    if (values > valuesMax) throw new JsonBoundError(`The JSON has more than ${valuesMax} values.`)
  }
}

/** As JSON.parse, within bounds. Throws JsonBoundError beyond them, and SyntaxError for what is no JSON. */
export const parseBoundedJson = (json: string, bounds?: JsonBounds): unknown => {
  demandBounds(json, bounds)
  return JSON.parse(json) as unknown
}
