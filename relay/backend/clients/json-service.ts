import { z } from 'zod'
import { JsonBoundError, parseBoundedJson, type JsonBounds } from '#shared/primitives/bounded-json.ts'
import { httpRequest } from './http-request.ts'
import type { TlsOptions } from './trusting-connector.ts'
import { retryAfterOf, withinLimits, type WaitOf } from './within-limits.ts'

/** A service answered something that cannot be used; `code` is its answer's. */
export class ServiceFault extends Error {
  readonly code: number

  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

const answerMax = 16 * 1024 * 1024
const bounds: JsonBounds = { depthMax: 64, valuesMax: 1_000_000, namesMax: 20_000 }
const saidMax = 300

interface JsonServiceOptions {
  /** As errors call it. */
  readonly name: string
  /** Of every request, with what signs it in. */
  readonly headers: readonly (readonly [string, string])[]
  readonly tls: TlsOptions
  readonly signal: AbortSignal
  readonly waitOf?: WaitOf
  /** Codes that are answers, where a redirect is one. */
  readonly finalCodes?: readonly number[]
  /** What is to be done about an answer, as the end of its sentence. */
  readonly adviceFor?: (code: number) => string | undefined
}

interface JsonQuestion {
  readonly url: string
  /** Sent by POST. */
  readonly form?: URLSearchParams
}

export interface JsonAnswer<T> {
  readonly json: T
  readonly headers: Readonly<Record<string, string>>
}

const text = z.string().min(1)
const said = z.union([
  z.looseObject({ error_description: text }).transform((body) => body.error_description),
  z.looseObject({ error: z.looseObject({ message: text }) }).transform(({ error }) => error.message),
  z.looseObject({ message: text }).transform(({ message }) => message),
  z.looseObject({ error: text }).transform(({ error }) => error),
])

const parsed = (name: string, code: number, content: string): unknown => {
  try {
    return parseBoundedJson(content, bounds)
  } catch (error) {
    throw new ServiceFault(
      code,
      error instanceof JsonBoundError ? `${name}: ${error.message}` : `${name} answered ${code} without JSON`,
    )
  }
}

const refusalOf = (name: string, code: number, json: unknown, advice: string | undefined): ServiceFault => {
  const words = said.safeParse(json).data?.split('\n', 1)[0]?.trim().slice(0, saidMax)
  const reason = `${name} answered ${code}${words === undefined || words === '' ? '' : `: ${words}`}`
  return new ServiceFault(code, advice === undefined ? reason : `${reason.replace(/\.$/, '')}. ${advice}`)
}

/**
 * Asks a service that answers JSON, and waits for its limits of requests. Rejects with ServiceFault when it answers another code than
 * 200, more than 16 MB, or something else than what the schema says.
 */
export const askJson = async <T>(
  { name, headers, tls, signal, waitOf = retryAfterOf, finalCodes, adviceFor }: JsonServiceOptions,
  { url, form }: JsonQuestion,
  schema: z.ZodType<T>,
): Promise<JsonAnswer<T>> => {
  const request = {
    url,
    method: form === undefined ? 'GET' : 'POST',
    headers: [
      ['user-agent', 'quarterdeck'],
      ['accept', 'application/json'],
      ...(form === undefined ? [] : [['content-type', 'application/x-www-form-urlencoded'] as const]),
      ...headers,
    ] as const,
    body: form?.toString(),
    tls,
    bodyMax: answerMax,
    ...(finalCodes !== undefined && { finalCodes }),
    signal,
  }
  const answer = await withinLimits(() => httpRequest(request), { service: name, waitOf, signal })
  const { code } = answer
  if (answer.cut) throw new ServiceFault(code, `An answer of ${name} is larger than ${answerMax / 1024 / 1024} MB`)
  if (code !== 200) {
    let json: unknown
    try {
      json = parsed(name, code, answer.content)
    } catch (error) {
      if (adviceFor?.(code) === undefined) throw error
    }
    throw refusalOf(name, code, json, adviceFor?.(code))
  }
  const read = schema.safeParse(parsed(name, code, answer.content))
  if (!read.success) throw new ServiceFault(code, `${name} answered something else than was asked`)
  return { json: read.data, headers: answer.headers }
}
