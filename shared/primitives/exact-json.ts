import { demandBounds, withoutMark, type JsonBounds } from '#shared/primitives/bounded-json.ts'

const mark = 'integer:'
const tokens = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g
const marked = /^integer:-?\d+$/

/** Like parseBoundedJson, with integers beyond 2^53 as bigints, so that they keep their last digits. */
export const parseExactJson = (json: string, bounds?: JsonBounds): unknown => {
  demandBounds(json, bounds)
  const text = withoutMark(json)
  if (!/\d{16}/.test(text)) return JSON.parse(text)
  let hasBigints = false
  const nonce = `${Math.random()}`
  const prefix = `${nonce} ${mark}`
  const exact = text.replaceAll(tokens, (token) => {
    if (token.startsWith('"') || Number.isSafeInteger(Number(token))) return token
    hasBigints = true
    return JSON.stringify(`${prefix}${token}`)
  })
  if (!hasBigints) return JSON.parse(text)
  return JSON.parse(exact, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(nonce) && marked.test(value.slice(nonce.length + 1))
      ? BigInt(value.slice(prefix.length))
      : value,
  )
}

/** Like JSON.stringify, with bigints as numbers of all their digits; null for undefined. */
export const stringifyExactJson = (value: unknown, indent?: string | number): string => {
  let hasBigints = false
  const prefix = `${Math.random()} ${mark}`
  const json = JSON.stringify(
    value ?? null,
    (_key, part: unknown) => {
      if (typeof part !== 'bigint') return part
      hasBigints = true
      return `${prefix}${part}`
    },
    indent,
  )
  return hasBigints ? json.replaceAll(new RegExp(`"${prefix}(-?\\d+)"`, 'g'), '$1') : json
}

export const plainInteger = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : String(value)

/** JSON has no bigints: they become numbers, or text when a number would lose digits. */
export const withoutBigints = (value: unknown, toPlain: (value: bigint) => unknown = plainInteger): unknown => {
  if (typeof value === 'bigint') return toPlain(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const list = value.map((part) => withoutBigints(part, toPlain))
    return list.some((part, index) => part !== value[index]) ? list : value
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  const entries = Object.entries(value).map(([key, part]) => [key, part, withoutBigints(part, toPlain)] as const)
  return entries.some(([, part, plain]) => part !== plain)
    ? Object.fromEntries(entries.map(([key, , plain]) => [key, plain]))
    : value
}
