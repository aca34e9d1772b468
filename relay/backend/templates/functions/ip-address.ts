import { isIP, isIPv4 } from 'node:net'

const groupsIn = (text: string): readonly bigint[] =>
  text === '' ? [] : text.split(':').flatMap((group) => (isIPv4(group) ? fromIpv4(group) : [BigInt(`0x${group}`)]))

const fromIpv4 = (text: string): readonly bigint[] => {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
  return [BigInt(a * 256 + b), BigInt(c * 256 + d)]
}

const join = (groups: readonly bigint[]): bigint => groups.reduce((all, group) => all * 65_536n + group, 0n)

const toBits = (text: string, family: number): bigint => {
  if (family === 4) return join(fromIpv4(text))
  const [head = '', tail] = text.split('::')
  const [left, right] = [groupsIn(head), groupsIn(tail ?? '')]
  return join([...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0n), ...right])
}

/** The form that URLs normalize addresses to is their shortest one. */
const fromBits = (bits: bigint, family: number): string => {
  if (family === 4) return [24n, 16n, 8n, 0n].map((shift) => String((bits >> shift) & 255n)).join('.')
  const groups = Array.from({ length: 8 }, (_, index) => ((bits >> BigInt(112 - index * 16)) & 65_535n).toString(16))
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}

export class IpAddress {
  readonly family: number
  readonly bits: bigint
  constructor(bits: bigint, family: number) {
    this.bits = bits
    this.family = family
  }
  isWithin(...ranges: readonly string[]): boolean {
    return ranges.some((range) => parseIpRange(range).contains(this))
  }
  toString(): string {
    return fromBits(this.bits, this.family)
  }
}

export class IpRange {
  readonly address: IpAddress
  readonly prefix: number
  constructor(address: IpAddress, prefix: number) {
    this.address = address
    this.prefix = prefix
  }
  #network({ bits, family }: IpAddress): bigint {
    return bits >> BigInt((family === 4 ? 32 : 128) - this.prefix)
  }
  contains(address: IpAddress): boolean {
    return address.family === this.address.family && this.#network(address) === this.#network(this.address)
  }
  containsRange(range: IpRange): boolean {
    return range.prefix >= this.prefix && this.contains(range.address)
  }
  masked(): IpRange {
    const { family } = this.address
    const bits = this.#network(this.address) << BigInt((family === 4 ? 32 : 128) - this.prefix)
    return new IpRange(new IpAddress(bits, family), this.prefix)
  }
  toString(): string {
    return `${this.address.toString()}/${this.prefix}`
  }
}

const readIp = (text: string): IpAddress | undefined => {
  const family = text.includes('%') ? 0 : isIP(text)
  return family === 0 ? undefined : new IpAddress(toBits(text, family), family)
}

const readIpRange = (text: string): IpRange | undefined => {
  const [, head = '', prefix = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? []
  const address = readIp(head)
  if (address === undefined || Number(prefix) > (address.family === 4 ? 32 : 128)) return undefined
  return new IpRange(address, Number(prefix))
}

export const isIpAddress = (text: string): boolean => readIp(text) !== undefined
export const isIpRange = (text: string): boolean => readIpRange(text) !== undefined

export const parseIp = (text: string): IpAddress => {
  const address = readIp(text)
  if (address === undefined) throw new Error(`${JSON.stringify(text)} is not an IP address`)
  return address
}

export const parseIpRange = (text: string): IpRange => {
  const range = readIpRange(text)
  if (range === undefined) throw new Error(`${JSON.stringify(text)} is not an address range such as 10.0.0.0/8`)
  return range
}
