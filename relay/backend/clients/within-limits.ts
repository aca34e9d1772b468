import { setTimeout as pause } from 'node:timers/promises'
import type { HttpResponse } from './http-request.ts'

/** For so long it is waited when the limit of requests is reached. */
const longestWaitSeconds = 60
const waitsMax = 5

/** How long an answer says that no further requests are allowed, in seconds; undefined when they are. */
export type FindRetryDelay<Response = HttpResponse> = (response: Response, waits: number) => number | undefined

/** What most services say: a header with seconds or a date, and a second where a refusal for its number says nothing more. */
export const readRetryAfter: FindRetryDelay<Pick<HttpResponse, 'code' | 'headers'>> = ({
  code,
  headers: { 'Retry-After': after },
}) => {
  if (code !== 429 && code !== 503) return undefined
  if (after === undefined) return code === 429 ? 1 : undefined
  const seconds = Number.isNaN(Number(after)) ? (Date.parse(after) - Date.now()) / 1_000 : Number(after)
  return Number.isNaN(seconds) ? 1 : Math.max(0, seconds)
}

interface LimitOptions<Result> {
  /** As the sentence calls it. */
  readonly service: string
  readonly findDelayMs: FindRetryDelay<Result>
  readonly signal: AbortSignal
}

/**
 * Asks, and asks again once the service allows it: it is waited for up to a minute, up to five times. Rejects with a sentence when it
 * takes longer, and when the signal fires.
 */
export const withinLimits = async <Result>(
  ask: () => Promise<Result>,
  { service, findDelayMs, signal }: LimitOptions<Result>,
): Promise<Result> => {
  for (let waits = 0; ; waits += 1) {
    const result = await ask()
    const seconds = findDelayMs(result, waits)
    if (seconds === undefined) return result
    if (seconds > longestWaitSeconds || waits >= waitsMax)
      throw new Error(`${service} allows no further requests for ${Math.ceil(seconds / 60)} min`)
    await pause(seconds * 1_000, undefined, { signal })
  }
}
