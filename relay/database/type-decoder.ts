import { parseArrayLiteral } from './array-literal.ts'

type Decode = (text: string) => unknown

/** `2025-03-24 08:02:00.5+00` → `2025-03-24T08:02:00.5+00:00`, as json prints it; `infinity` stays. */
const isoTimestamp: Decode = (text) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

const asNumber: Decode = Number
const asJson: Decode = (text): unknown => JSON.parse(text)

/** By type oid. Everything else stays the text that PostgreSQL prints. */
const scalars = new Map<number, Decode>([
  [16, (text) => text === 't'],
  [17, (text) => new Uint8Array(Buffer.from(text.slice(2), 'hex'))],
  [20, asNumber],
  [21, asNumber],
  [23, asNumber],
  [26, asNumber],
  [114, asJson],
  [700, asNumber],
  [701, asNumber],
  [1114, isoTimestamp],
  [1184, isoTimestamp],
  [1700, asNumber],
  [3802, asJson],
])

/** Array type → element type, for those that every PostgreSQL has and that are needed before the catalog was read. */
const knownArrays: readonly [number, number][] = [
  [1000, 16],
  [1005, 21],
  [1007, 23],
  [1009, 25],
  [1015, 1043],
  [1016, 20],
  [1028, 26],
]

export interface TypeDecoder {
  readonly decode: (typeOid: number, text: string | null) => unknown
  /** Makes arrays of the given types known: enums and other types of our own have no fixed oid. */
  readonly learnArrays: (arrays: Iterable<readonly [arrayOid: number, elementOid: number]>) => void
}

/** Turns PostgreSQL's text into the values that `Database` promises, the same for both kinds. */
export const createTypeDecoder = (): TypeDecoder => {
  const elementTypes = new Map<number, number>(knownArrays)

  const decode = (typeOid: number, text: string | null): unknown => {
    if (text === null) return null
    const scalar = scalars.get(typeOid)
    if (scalar !== undefined) return scalar(text)
    const element = elementTypes.get(typeOid)
    return element === undefined ? text : parseArrayLiteral(text, (item) => decode(element, item))
  }
  return {
    decode,
    learnArrays: (arrays) => {
      for (const [array, element] of arrays) elementTypes.set(array, element)
    },
  }
}
