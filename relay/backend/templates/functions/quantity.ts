const nano = 1_000_000_000n
const binary = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']
const decimal = ['k', 'M', 'G', 'T', 'P', 'E']
const small: Readonly<Record<string, bigint>> = { n: 1n, u: 1_000n, m: 1_000_000n, '': nano }
const exponentMax = 18

const suffixFactor = (suffix: string): bigint | undefined => {
  const power = binary.indexOf(suffix)
  if (power !== -1) return nano * 1024n ** BigInt(power + 1)
  const thousands = decimal.indexOf(suffix)
  return thousands === -1 ? small[suffix] : nano * 1000n ** BigInt(thousands + 1)
}

/** A quantity of Kubernetes, such as `500m`, `1.5Gi` and `12e6`, in billionths. */
export class Quantity {
  readonly nanos: bigint
  readonly #text: string
  constructor(nanos: bigint, text: string) {
    this.nanos = nanos
    this.#text = text
  }
  isInteger(): boolean {
    return this.nanos % nano === 0n
  }
  asInteger(): bigint {
    if (!this.isInteger()) throw new Error(`the quantity ${this.#text} is not an integer`)
    return this.nanos / nano
  }
  asNumber(): number {
    return Number(this.nanos / nano) + Number(this.nanos % nano) / Number(nano)
  }
  plus(other: Quantity | bigint, sign: bigint): Quantity {
    const nanos = this.nanos + sign * (typeof other === 'bigint' ? other * nano : other.nanos)
    return new Quantity(nanos, nanos % nano === 0n ? String(nanos / nano) : `${nanos}n`)
  }
  toString(): string {
    return this.#text
  }
}

const written = /^([+-]?)(\d+\.?\d*|\.\d+)(?:([eE])([+-]?\d{1,2})|([a-zA-Z]{0,2}))$/

const readQuantity = (text: string): Quantity | undefined => {
  const [, sign, digits = '', exponential, exponent = '0', suffix = ''] = written.exec(text) ?? []
  const factor = suffixFactor(suffix)
  if (digits === '' || digits.length > 40 || factor === undefined) return undefined
  const power = exponential === undefined ? 0 : Number(exponent)
  if (Math.abs(power) > exponentMax) return undefined
  const [whole = '', fraction = ''] = digits.split('.')
  const scale = 10n ** BigInt(fraction.length + Math.max(0, -power))
  const scaled = BigInt(whole + fraction) * factor * 10n ** BigInt(Math.max(0, power))
  // Kubernetes rounds up what is smaller than a billionth.
  const nanos = (scaled + scale - 1n) / scale
  return new Quantity(sign === '-' ? -nanos : nanos, text)
}

export const isQuantity = (text: string): boolean => readQuantity(text) !== undefined

export const parseQuantity = (text: string): Quantity => {
  const quantity = readQuantity(text)
  if (quantity === undefined) throw new Error(`${JSON.stringify(text)} is not a quantity such as 500m or 1Gi`)
  return quantity
}
