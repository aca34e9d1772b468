import type { Environment } from '@marcbachmann/cel-js'
import { IpAddress, IpRange, isIpAddress, isIpRange, parseIp, parseIpRange } from './functions/ip-address.ts'
import { isQuantity, parseQuantity, Quantity } from './functions/quantity.ts'
import { compareVersions, parseVersion } from './functions/semver-functions.ts'
import { isMap, toText } from './go-template/values.ts'

type Register = Environment['registerFunction']

/** `URL` drops the port that a scheme implies, which Kubernetes keeps. */
class WrittenUrl {
  readonly url: URL
  readonly host: string
  constructor(url: URL, host: string) {
    this.url = url
    this.host = host
  }
  toString(): string {
    return this.url.protocol === pathScheme ? this.url.pathname + this.url.search : this.url.href
  }
}

const pathScheme = 'path:'

/** Undefined unless it is an absolute address or an absolute path. */
const readUrl = (text: string): WrittenUrl | undefined => {
  if (!/^(?:[a-z][a-z\d+.-]*:|\/)/i.test(text) || /\s/.test(text)) return undefined
  const full = text.startsWith('/') ? pathScheme + text : text
  if (!URL.canParse(full)) return undefined
  return new WrittenUrl(new URL(full), /^[^/?#]+:\/\/(?:[^/?#@]*@)?([^/?#]*)/.exec(full)?.[1] ?? '')
}

const parseUrl = (text: string): WrittenUrl => {
  const url = readUrl(text)
  if (url === undefined) throw new Error(`${JSON.stringify(text)} is not a URL such as https://example.com/path`)
  return url
}

const isVersion = (text: string): boolean => {
  try {
    parseVersion(text)
    return true
  } catch {
    return false
  }
}

const addComparisons = <T>(environment: Environment, type: string, compare: (one: T, other: T) => number): void => {
  environment.registerOperator(`${type} == ${type}`, (a: T, b: T) => compare(a, b) === 0)
  environment.registerOperator(`${type} < ${type}`, (a: T, b: T) => compare(a, b) < 0)
  environment.registerOperator(`${type} <= ${type}`, (a: T, b: T) => compare(a, b) <= 0)
  environment.registerOperator(`${type} > ${type}`, (a: T, b: T) => compare(a, b) > 0)
  environment.registerOperator(`${type} >= ${type}`, (a: T, b: T) => compare(a, b) >= 0)
}

const compareQuantities = (one: Quantity, other: Quantity): number =>
  Number(one.nanos > other.nanos) - Number(one.nanos < other.nanos)

const addQuantities = (environment: Environment, register: Register): void => {
  environment.registerType('Quantity', Quantity)
  addComparisons(environment, 'Quantity', compareQuantities)
  register('isQuantity(dyn): bool', (text: unknown) => isQuantity(toText(text)))
  register('quantity(dyn): Quantity', (text: unknown) => parseQuantity(toText(text)))
  register('string(Quantity): string', String)
  register('Quantity.sign(): int', ({ nanos }: Quantity) => BigInt(Number(nanos > 0n) - Number(nanos < 0n)))
  register('Quantity.isInteger(): bool', (self: Quantity) => self.isInteger())
  register('Quantity.asInteger(): int', (self: Quantity) => self.asInteger())
  register('Quantity.asApproximateFloat(): double', (self: Quantity) => self.asNumber())
  for (const other of ['Quantity', 'int']) {
    register(`Quantity.add(${other}): Quantity`, (self: Quantity, value: Quantity | bigint) => self.plus(value, 1n))
    register(`Quantity.sub(${other}): Quantity`, (self: Quantity, value: Quantity | bigint) => self.plus(value, -1n))
  }
  register('Quantity.isLessThan(Quantity): bool', (a: Quantity, b: Quantity) => compareQuantities(a, b) < 0)
  register('Quantity.isGreaterThan(Quantity): bool', (a: Quantity, b: Quantity) => compareQuantities(a, b) > 0)
  register('Quantity.compareTo(Quantity): int', (a: Quantity, b: Quantity) => BigInt(compareQuantities(a, b)))
}

const ipKinds: Readonly<Record<string, readonly string[]>> = {
  isUnspecified: ['0.0.0.0/32', '::/128'],
  isLoopback: ['127.0.0.0/8', '::1/128'],
  isLinkLocalMulticast: ['224.0.0.0/24', 'ff02::/16'],
  isLinkLocalUnicast: ['169.254.0.0/16', 'fe80::/10'],
}
const notGlobal = ['255.255.255.255/32', '224.0.0.0/4', 'ff00::/8', ...Object.values(ipKinds).flat()]

const addAddresses = (environment: Environment, register: Register): void => {
  environment.registerType('IP', IpAddress)
  environment.registerType('CIDR', IpRange)
  environment.registerOperator('IP == IP', (a: IpAddress, b: IpAddress) => String(a) === String(b))
  environment.registerOperator('CIDR == CIDR', (a: IpRange, b: IpRange) => String(a) === String(b))
  register('isIP(dyn): bool', (text: unknown) => isIpAddress(toText(text)))
  register('isCIDR(dyn): bool', (text: unknown) => isIpRange(toText(text)))
  register('ip(dyn): IP', (text: unknown) => parseIp(toText(text)))
  register('cidr(dyn): CIDR', (text: unknown) => parseIpRange(toText(text)))
  register('string(IP): string', String)
  register('string(CIDR): string', String)
  register('IP.family(): int', ({ family }: IpAddress) => BigInt(family))
  for (const [name, ranges] of Object.entries(ipKinds))
    register(`IP.${name}(): bool`, (self: IpAddress) => self.isWithin(...ranges))
  register('IP.isGlobalUnicast(): bool', (self: IpAddress) => !self.isWithin(...notGlobal))
  register('CIDR.containsIP(IP): bool', (self: IpRange, address: IpAddress) => self.contains(address))
  register('CIDR.containsIP(string): bool', (self: IpRange, text: string) => self.contains(parseIp(text)))
  register('CIDR.containsCIDR(CIDR): bool', (self: IpRange, range: IpRange) => self.containsRange(range))
  register('CIDR.containsCIDR(string): bool', (self: IpRange, text: string) => self.containsRange(parseIpRange(text)))
  register('CIDR.ip(): IP', ({ address }: IpRange) => address)
  register('CIDR.masked(): CIDR', (self: IpRange) => self.masked())
  register('CIDR.prefixLength(): int', ({ prefix }: IpRange) => BigInt(prefix))
}

const addUrls = (environment: Environment, register: Register): void => {
  environment.registerType('URL', WrittenUrl)
  environment.registerOperator('URL == URL', (a: WrittenUrl, b: WrittenUrl) => a.url.href === b.url.href)
  register('isURL(dyn): bool', (text: unknown) => readUrl(toText(text)) !== undefined)
  register('url(dyn): URL', (text: unknown) => parseUrl(toText(text)))
  const parts: Readonly<Record<string, (self: WrittenUrl) => string>> = {
    getScheme: ({ url }) => (url.protocol === pathScheme ? '' : url.protocol.slice(0, -1)),
    getHost: ({ host }) => host,
    getHostname: ({ url }) => url.hostname.replace(/^\[(.*)\]$/, '$1'),
    getPort: ({ host }) => /:(\d+)$/.exec(host)?.[1] ?? '',
    getEscapedPath: ({ url }) => url.pathname,
  }
  for (const [name, read] of Object.entries(parts)) register(`URL.${name}(): string`, read)
  register('URL.getQuery(): map', ({ url: { searchParams } }: WrittenUrl) =>
    Object.fromEntries([...new Set(searchParams.keys())].map((name) => [name, searchParams.getAll(name)])),
  )
}

/** `semver()` returns a map with the version's parts. */
const versionText = (version: unknown): string => toText(isMap(version) ? version['original'] : version)

const compareSemver = (a: unknown, b: unknown): number => compareVersions(versionText(a), versionText(b))

const addVersions = (register: Register): void => {
  register('isSemver(dyn): bool', (text: unknown) => isVersion(toText(text)))
  for (const part of ['major', 'minor', 'patch'] as const)
    register(`map.${part}(): int`, (self: unknown) => BigInt(parseVersion(versionText(self))[part]))
  register('map.isLessThan(map): bool', (a: unknown, b: unknown) => compareSemver(a, b) < 0)
  register('map.isGreaterThan(map): bool', (a: unknown, b: unknown) => compareSemver(a, b) > 0)
  register('map.compareTo(map): int', (a: unknown, b: unknown) => BigInt(compareSemver(a, b)))
}

/** The functions that Kubernetes adds to CEL: quantities, addresses, URLs, versions. */
export const registerKubernetesFunctions = (environment: Environment): void => {
  const register: Register = environment.registerFunction.bind(environment)
  addQuantities(environment, register)
  addAddresses(environment, register)
  addUrls(environment, register)
  addVersions(register)
}
