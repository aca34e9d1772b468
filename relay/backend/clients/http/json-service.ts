import { z } from 'zod'
import { JsonBoundError, parseBoundedJson } from '#shared/primitives/bounded-json.ts'
import { httpRequest } from './http-request.ts'
import type { TlsOptions } from './trusting-connector.ts'
import { readRetryAfter, withinLimits, type FindRetryDelay } from './within-limits.ts'

/** With the status of the response: scrapers report a denied part and read the others; an agent halves rejected rows. */
export class ServiceError extends Error {
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

const maxResponseBytes = 16 * 1024 * 1024
const maxMessageLength = 300

export interface JsonServiceOptions {
  readonly name: string
  readonly headers: readonly (readonly [string, string])[]
  readonly tls: TlsOptions
  readonly signal: AbortSignal
  readonly findDelayMs?: FindRetryDelay
  readonly signIn?: { readonly rejectionCodes?: readonly number[]; readonly advice: string }
}

export interface JsonRequest {
  readonly url: string
  /** By default POST with a body and GET without. */
  readonly method?: 'PATCH' | 'POST' | 'PUT'
  /** By default 200. Other codes may have no body, which is read as null. */
  readonly expectedCode?: number
  readonly form?: URLSearchParams
  readonly json?: object | string
}

export interface JsonResponse<T> {
  readonly json: T
  readonly content: string
  readonly headers: Readonly<Record<string, string>>
}

const text = z.string().min(1)
const errorMessage = z.union([
  z.looseObject({ error_description: text }).transform((body) => body.error_description),
  z.looseObject({ error: z.looseObject({ message: text }) }).transform(({ error }) => error.message),
  z.looseObject({ message: text }).transform(({ message }) => message),
  z.looseObject({ message: z.array(text).min(1) }).transform(({ message }) => message.join(', ')),
  z.looseObject({ error: text }).transform(({ error }) => error),
])

const parsed = (name: string, code: number, content: string): unknown => {
  try {
    return parseBoundedJson(content)
  } catch (error) {
    throw new ServiceError(
      code,
      error instanceof JsonBoundError ? `${name}: ${error.message}` : `${name} returned ${code} without JSON`,
    )
  }
}

const formatErrorMessage = (json: unknown): string => {
  const message = errorMessage
    .safeParse(json)
    .data?.split(/\n| Trace ID:/, 1)[0]
    ?.trim()
    .slice(0, maxMessageLength)
    .replace(/\.$/, '')
  return message === undefined || message === '' ? '' : `: ${message}`
}

const readErrorMessage = (name: string, code: number, content: string): string => {
  try {
    return formatErrorMessage(parsed(name, code, content))
  } catch {
    return ''
  }
}

const toPostBody = ({ form, json }: JsonRequest) => {
  if (form !== undefined) return { type: 'application/x-www-form-urlencoded', body: form.toString() }
  if (json === undefined) return undefined
  return { type: 'application/json', body: typeof json === 'string' ? json : JSON.stringify(json) }
}

/**
 * Waits for rate limits. Rejects with ServiceError for any code but the expected, a response over 16 MB or one that does
 * not match the schema.
 */
export const askJson = async <T>(
  { name, headers, tls, signal, findDelayMs = readRetryAfter, signIn }: JsonServiceOptions,
  input: JsonRequest,
  schema: z.ZodType<T>,
): Promise<JsonResponse<T>> => {
  const posted = toPostBody(input)
  const request = {
    url: input.url,
    method: input.method ?? (posted === undefined ? 'GET' : 'POST'),
    headers: [
      ['user-agent', 'quarterdeck'],
      ['accept', 'application/json'],
      ...(posted === undefined ? [] : [['content-type', posted.type] as const]),
      ...headers,
    ] as const,
    body: posted?.body,
    tls,
    bodyMax: maxResponseBytes,
    ...(signIn?.rejectionCodes !== undefined && { finalCodes: signIn.rejectionCodes }),
    signal,
  }
  const response = await withinLimits(() => httpRequest(request), { service: name, findDelayMs, signal })
  const { code, content } = response
  if (response.cut) throw new ServiceError(code, `${name} returned more than ${maxResponseBytes / 1024 / 1024} MB`)
  if (signIn !== undefined && (code === 401 || signIn.rejectionCodes?.includes(code) === true))
    throw new ServiceError(
      401,
      `${name}: authentication failed${readErrorMessage(name, code, content)}. ${signIn.advice}`,
    )
  const { expectedCode = 200 } = input
  const json = code === expectedCode && code !== 200 && content === '' ? null : parsed(name, code, content)
  if (code !== expectedCode) throw new ServiceError(code, `${name} responded with ${code}${formatErrorMessage(json)}`)
  const read = schema.safeParse(json)
  if (!read.success) throw new ServiceError(code, `${name} returned an invalid response`)
  return { json: read.data, content, headers: response.headers }
}
