import { formatArrayLiteral } from './array-literal.ts'

/**
 * The text under which a value travels to PostgreSQL, which reads it by the type that the statement gives the parameter.
 * Dates go as ISO-8601, bytes as hex, arrays as array literals, other objects as JSON. An array meant for a json
 * parameter must therefore be handed over as JSON text.
 */
export const encodeParameter = (value: unknown): string | null => {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`
  if (Array.isArray(value)) return formatArrayLiteral(value, encodeParameter)
  if (typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  throw new TypeError(`A ${typeof value} cannot be a parameter of a statement.`)
}
