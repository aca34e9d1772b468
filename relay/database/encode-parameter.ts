import { formatArrayLiteral } from './array-literal.ts'

/** An array for a json parameter must be passed as JSON text: arrays become PostgreSQL array literals. */
export const encodeParameter = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return formatArrayLiteral(value, encodeParameter)
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw new TypeError(`A ${typeof value} cannot be a statement parameter.`)
}
