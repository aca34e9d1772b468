import type { z } from 'zod'
import { describeDataApiOutage } from '#shared/primitives/data-api-outage.ts'
import { formatIssues } from '#shared/primitives/issue-text.ts'
import { toWellFormedJson } from '#shared/primitives/well-formed-json.ts'
import { ApiError } from './api-error.ts'
import { withCredentials } from './auth-transport.ts'
import { readErrorBody } from './read-error-body.ts'

/** The production services also respond 500 to these errors. */
const patterns: readonly (readonly [RegExp, number])[] = [
  [/\bnot found\b/, 404],
  [/invalid input syntax for type uuid/, 404],
  [/^(?:missing required|unknown) parameter\(s\): /, 400],
]

export const meantStatus = (status: number, message: string): number =>
  status === 500 ? (patterns.find(([pattern]) => pattern.test(message))?.[1] ?? status) : status

export interface RequestOptions<T> {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly query?: Readonly<Record<string, string | number | undefined>> | undefined
  readonly body?: unknown
  readonly prefer?: string
  readonly schema: z.ZodType<T>
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number | undefined
}

interface ExchangeOptions {
  readonly method: string
  readonly query?: RequestOptions<unknown>['query'] | undefined
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly timeoutMs?: number | undefined
}

export interface ApiResponse<T> {
  readonly data: T
  readonly headers: Headers
}

const defaultTimeoutMs = 30_000

const formatQuery = (query: RequestOptions<unknown>['query'] = {}): string => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) params.append(key, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

export const unsentError = (cause: unknown, where: string, signal: AbortSignal | undefined): ApiError => {
  if (cause instanceof ApiError) return cause
  if (signal?.aborted) return new ApiError({ kind: 'aborted', message: 'The request was aborted.', where, cause })
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new ApiError({ kind: 'timeout', message: 'Request timed out. Please try again.', where, cause })
  if (!navigator.onLine)
    return new ApiError({ kind: 'offline', message: 'No internet connection. Please try again.', where, cause })
  return new ApiError({ kind: 'network', message: 'Network Error. Please try again.', where, cause })
}

const parseJson = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(toWellFormedJson(text))
  } catch {
    return text
  }
}

const mostRetries = 2
const longestRetryWaitMs = 5_000
/** A service that takes longer to say that it is busy would be made busier. */
const retriedWithinMs = 5_000

/** Undefined for a response that a repeated request could not improve, or could harm. */
const toRetryWaitMs = (method: string, { status, headers }: Response, tookMs: number): number | undefined => {
  const seconds = Number(headers.get('retry-after') ?? NaN)
  const isRetryable = method === 'GET' && status === 503 && Number.isFinite(seconds) && tookMs < retriedWithinMs
  return isRetryable ? Math.min(seconds * 1_000, longestRetryWaitMs) : undefined
}

const waitUnlessAborted = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = () => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    signal.throwIfAborted()
    signal.addEventListener('abort', stop, { once: true })
  })

const fetchWithRetries = async (url: string, init: RequestInit & { method: string; signal: AbortSignal }) => {
  for (let retries = 0; ; retries += 1) {
    const sentAtMs = performance.now()
    const response = await fetch(url, init)
    const waitMs = toRetryWaitMs(init.method, response, performance.now() - sentAtMs)
    if (waitMs === undefined || retries === mostRetries) return response
    await waitUnlessAborted(waitMs, init.signal)
  }
}

const exchange = async <Body>(
  path: string,
  { query, signal, timeoutMs = defaultTimeoutMs, ...init }: ExchangeOptions,
  read: (response: Response) => Promise<Body>,
): Promise<{ readonly response: Response; readonly body: Body }> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const { url, headers } = await withCredentials(path)
    const response = await fetchWithRetries(`${url}${formatQuery(query)}`, {
      ...init,
      headers: { ...init.headers, ...headers },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return { response, body: await read(response) }
  } catch (cause) {
    throw unsentError(cause, `${init.method} ${path}`, signal)
  }
}

export const toApiError = (where: string, { status, headers }: Response, text: string): ApiError => {
  const [action, object] = [headers.get('x-rbac-action'), headers.get('x-rbac-object')]
  const lacks = status === 403 && action && object ? { action, object } : undefined
  const body = readErrorBody(text)
  const { code = '' } = body
  const outage = describeDataApiOutage({ path: where.slice(where.indexOf(' ') + 1), status, code })
  const message = outage ?? body.message
  return new ApiError({ kind: 'answered', where, status: meantStatus(status, message), lacks, ...body, message })
}

export const unreadable = (where: string, status: number, cause: z.ZodError): ApiError =>
  new ApiError({
    kind: 'unreadable',
    message: 'Unexpected response format from the server.',
    where,
    status,
    details: formatIssues(cause),
    cause,
  })

/** Throws `ApiError` for an invalid value, so that pages show its message instead of the list of issues. */
export const parseResponse = <T>(schema: z.ZodType<T>, value: unknown, where: string, status = 200): T => {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw unreadable(where, status, parsed.error)
}

/** Throws `ApiError` for every failure, including an abort. */
export const request = async <T>(path: string, options: RequestOptions<T>): Promise<ApiResponse<T>> => {
  const { method = 'GET', query, body, prefer = 'return=representation', schema, signal, timeoutMs } = options
  const where = `${method} ${path}`
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', Prefer: prefer }
  const sent = { method, headers, query, signal, timeoutMs, ...(body !== undefined && { body: JSON.stringify(body) }) }
  const { response, body: text } = await exchange(path, sent, (res) => res.text())
  if (!response.ok) throw toApiError(where, response, text)
  return { data: parseResponse(schema, parseJson(text), where, response.status), headers: response.headers }
}

const fileTimeoutMs = 10 * 60_000

export const requestFile = async (path: string): Promise<ApiResponse<Blob>> => {
  const { response, body } = await exchange(path, { method: 'GET', timeoutMs: fileTimeoutMs }, (res) => res.blob())
  if (!response.ok) throw toApiError(`GET ${path}`, response, await body.text())
  return { data: body, headers: response.headers }
}
