import type { z } from 'zod'
import { ApiError } from './api-error.ts'
import { carry } from './carrier.ts'
import { readErrorBody } from './read-error-body.ts'

export interface RequestOptions<T> {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  /** Replaces the default `return=representation`. */
  readonly prefer?: string
  readonly schema: z.ZodType<T>
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs?: number
}

export interface Answer<T> {
  readonly data: T
  readonly headers: Headers
}

const defaultTimeoutMs = 30_000

const queryOf = (query: RequestOptions<unknown>['query'] = {}): string => {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) if (value !== undefined) params.append(key, String(value))
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

const unsentError = (cause: unknown, where: string, signal: AbortSignal | undefined): ApiError => {
  if (cause instanceof ApiError) return cause
  if (signal?.aborted) return new ApiError({ kind: 'aborted', message: 'The request was given up.', where, cause })
  if (cause instanceof DOMException && cause.name === 'TimeoutError')
    return new ApiError({ kind: 'timeout', message: 'Request timed out. Please try again.', where, cause })
  if (!navigator.onLine)
    return new ApiError({ kind: 'offline', message: 'No internet connection. Please try again.', where, cause })
  return new ApiError({ kind: 'network', message: 'Network Error. Please try again.', where, cause })
}

const parseJson = (text: string): unknown => {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * One request to `path` on this origin, its answer parsed by `schema` once. Headers are those of contract 0.3.
 * Throws `ApiError` for everything that goes wrong, an abort included.
 */
export const request = async <T>(path: string, options: RequestOptions<T>): Promise<Answer<T>> => {
  const { method = 'GET', query, body, prefer = 'return=representation', schema, signal } = options
  const where = `${method} ${path}`
  const timeout = AbortSignal.timeout(options.timeoutMs ?? defaultTimeoutMs)
  let response: Response
  let text: string
  try {
    const { url, headers } = await carry(path)
    response = await fetch(`${url}${queryOf(query)}`, {
      method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', Prefer: prefer, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    text = await response.text()
  } catch (cause) {
    throw unsentError(cause, where, signal)
  }
  if (!response.ok) throw new ApiError({ kind: 'answered', where, status: response.status, ...readErrorBody(text) })
  const data = schema.safeParse(parseJson(text))
  if (data.success) return { data: data.data, headers: response.headers }
  throw new ApiError({
    kind: 'unreadable',
    message: 'The server answered in a form that this console does not know.',
    where,
    status: response.status,
    details: data.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '),
    cause: data.error,
  })
}
