import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { storableText } from '#relay/database/storable-text.ts'
import { DataApiError } from '#relay/backend/data-api/api-error.ts'

/** `text` preserves the numbers as sent. */
export interface Payload {
  readonly text: string
  readonly keys: readonly string[]
  readonly count: number
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

const invalidPayload = (message: string): DataApiError => new DataApiError(400, 'PGRST102', message)

const formMax = 64 * 1024

const findUnstorable = (value: unknown, path: readonly PropertyKey[]): string | undefined => {
  if (typeof value === 'string') return storableText(value) === value ? undefined : formatPath(path)
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(key) : key]
    const found = storableText(key) === key ? findUnstorable(part, at) : formatPath(at)
    if (found !== undefined) return found
  }
  return undefined
}

/** Only escapes can write these characters in valid JSON. */
const demandStorable = (text: string, value: unknown): unknown => {
  const path = /\\u(?:0000|d[89a-f])/i.test(text) ? findUnstorable(value, []) : undefined
  if (path === undefined) return value
  const reason = 'must not contain U+0000 or half of a surrogate pair, which cannot be stored.'
  throw new DataApiError(400, '22P05', `${storableText(path)}: ${reason}`)
}

const parseJson = (text: string): unknown => {
  try {
    return demandStorable(text, parseBoundedJson(text))
  } catch (error) {
    if (error instanceof DataApiError) throw error
    if (error instanceof JsonBoundError) throw invalidPayload(error.message)
    throw invalidPayload('Empty or invalid json')
  }
}

const sameKeys = (left: Record<string, unknown>, right: Record<string, unknown>): boolean => {
  const keys = Object.keys(left)
  return keys.length === Object.keys(right).length && keys.every((key) => Object.hasOwn(right, key))
}

const toContentType = (contentType: string | undefined): string =>
  contentType?.split(';')[0]?.trim().toLowerCase() || 'application/json'

const jsonText = (contentType: string | undefined, body: string): string => {
  switch (toContentType(contentType)) {
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return body
    case 'application/x-www-form-urlencoded':
      if (body.length > formMax) throw invalidPayload(`A form has at most ${formMax} characters.`)
      return JSON.stringify(Object.fromEntries(new URLSearchParams(body)))
    default:
      throw invalidPayload(`Content-Type not acceptable: ${contentType}`)
  }
}

/** Throws PGRST102 for an invalid body, and for objects with different keys unless the columns are named separately. */
export const readRows = (contentType: string | undefined, body: string, columnsNamed: boolean): Payload => {
  const text = jsonText(contentType, body)
  const value = parseJson(text)
  if (isMap(value)) return { text: `[${text}]`, keys: Object.keys(value), count: 1, rows: [value] }
  if (!Array.isArray(value)) throw invalidPayload('Empty or invalid json')
  const rows: readonly unknown[] = value
  if (!rows.every(isMap)) throw invalidPayload('All object keys must match')
  const [first, ...others] = rows
  if (first === undefined) return { text, keys: [], count: 0, rows }
  if (!columnsNamed && !others.every((row) => sameKeys(first, row))) throw invalidPayload('All object keys must match')
  return { text, keys: Object.keys(first), count: rows.length, rows }
}

export const readArguments = (
  contentType: string | undefined,
  body: string,
): { text: string; names: readonly string[] } => {
  if (body.trim() === '') return { text: '{}', names: [] }
  const text = jsonText(contentType, body)
  const value = parseJson(text)
  if (!isMap(value)) throw invalidPayload('Empty or invalid json')
  return { text, names: Object.keys(value) }
}
