import { isDeepStrictEqual } from 'node:util'
import { JsonBoundError } from '#shared/primitives/bounded-json.ts'
import { parseExactJson, withoutBigints } from '#shared/primitives/exact-json.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import type { HttpResponse } from '#relay/backend/clients/http/http-request.ts'
import { findJsonPathValues } from '#relay/backend/templates/template.ts'

interface ResponseRules {
  readonly responseCodes?: readonly number[] | undefined
  readonly responseContent?: string | undefined
  readonly responseJSONContent?: { readonly path: string; readonly value: string } | undefined
  readonly thresholdMillis?: number | undefined
  readonly maxSSLExpiry?: number | undefined
}

interface JsonBody {
  readonly json?: unknown
  /** Set when the body cannot be read as JSON. */
  readonly failure?: string
}

export const readJsonBody = ({ headers, content, cut }: HttpResponse): JsonBody => {
  const declared = headers['Content-Type']?.includes('json') === true
  if (!declared && !/^\s*(?:[[{"\d]|-\d|(?:true|false|null)\s*$)/.test(content))
    return { failure: 'The body is not JSON.' }
  if (cut) return { failure: `The first ${content.length} characters of the body are not complete JSON.` }
  try {
    return { json: parseExactJson(content) }
  } catch (error) {
    if (error instanceof JsonBoundError)
      return { failure: `The body is too large to be read as JSON: ${error.message}` }
    return { failure: 'The body is not JSON.' }
  }
}

export const findResponseFailure = async (
  {
    responseCodes: codes = [],
    responseContent: content,
    responseJSONContent: wanted,
    thresholdMillis: most,
    maxSSLExpiry: days,
  }: ResponseRules,
  response: HttpResponse,
  body: JsonBody,
): Promise<string | undefined> => {
  if (codes.length > 0 && !codes.includes(response.code))
    return `Expected code ${codes.join(' or ')}, got ${response.code}.`
  if (content !== undefined && content !== '' && !containsText(response.content, content)) {
    const subject = response.cut
      ? `The first ${response.content.length} characters of the body do not`
      : 'Body does not'
    return `${subject} contain ${JSON.stringify(content.slice(0, 100))}.`
  }
  const failure = wanted === undefined ? undefined : await findJsonFailure(wanted, body)
  if (failure !== undefined) return failure
  if (days !== undefined && days > 0 && !(response.sslAge !== undefined && response.sslAge.ms >= days * dayMs))
    return describeExpiry(days, response)
  if (most !== undefined && most > 0 && response.elapsed.ms > most) {
    return `Expected a response within ${most} ms, but it took ${response.elapsed.ms} ms.`
  }
  return undefined
}

/** YAML writes line breaks without a carriage return, many servers with one. */
const containsText = (body: string, text: string): boolean =>
  body.includes(text) || (text.includes('\n') && withoutReturns(body).includes(withoutReturns(text)))
const withoutReturns = (text: string): string => text.replaceAll('\r\n', '\n')

const findJsonFailure = async (
  { path, value }: { readonly path: string; readonly value: string },
  { json, failure }: JsonBody,
): Promise<string | undefined> => {
  if (failure !== undefined) return failure
  const values = await findJsonPathValues(path, json)
  const expected = `Expected ${path} to be ${JSON.stringify(value)}`
  if (values.length === 0) return `${expected}, but it does not exist.`
  const found = values.length === 1 ? values[0] : values
  return isSameText(found, value) ? undefined : `${expected}, got ${withPlainIntegers(toJson(found)).slice(0, 200)}.`
}

/** A list, an object or a number is equal however it is written: `[1, 2]`, `1.50`. */
const isSameValue = (found: unknown, value: string): boolean => {
  if (typeof found === 'string' || !/^\s*[[{\d-]/.test(value)) return false
  try {
    return isDeepStrictEqual(withoutBigints(parseExactJson(value)), found)
  } catch {
    return false
  }
}

const isSameText = (found: unknown, value: string): boolean => {
  if (isSameValue(found, value)) return true
  const one = Array.isArray(found) && found.length === 1 ? (found[0] as unknown) : found
  const json = toJson(one)
  if (json === value || withPlainIntegers(json) === value) return true
  return (typeof one !== 'object' || one === null) && String(one) === value
}

const toJson = (value: unknown): string => JSON.stringify(withoutBigints(value))
/** Expressions return integers beyond 2^53 as strings. */
const withPlainIntegers = (json: string): string => json.replaceAll(/"(-?\d{16,})"/g, '$1')

const describeExpiry = (days: number, { sslAge, expiry, redirects }: HttpResponse): string => {
  if (sslAge === undefined)
    return `Expected a TLS certificate that is valid for ${days} more days, but the address is not https://.`
  const left = Math.floor(sslAge.ms / dayMs)
  const expires = left < 0 ? 'has expired' : `expires in ${left}`
  const host = expiry === undefined || redirects.length === 0 ? '' : ` of ${expiry.host}`
  return expiry === undefined || expiry.isOfHost
    ? `Expected the TLS certificate${host} to be valid for ${days} more days, but it ${expires}.`
    : `Expected the TLS certificates${host} to be valid for ${days} more days, but that of ${JSON.stringify(expiry.name)} ${expires}.`
}
