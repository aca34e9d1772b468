import { parseArrayLiteral } from './array-literal.ts'

type Decode = (text: string) => unknown

const isoTimestamp: Decode = (text) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')

const asNumber: Decode = Number
const asJson: Decode = (text): unknown => JSON.parse(text)

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
  readonly learnArrays: (arrays: Iterable<readonly [arrayOid: number, elementOid: number]>) => void
}

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
