import { setTimeout as pause } from 'node:timers/promises'
import type { HttpResponse } from './http-request.ts'

const longestWaitSeconds = 60
const waitsMax = 5

/** In seconds; undefined when further requests are allowed. */
export type FindRetryDelay<Response = HttpResponse> = (response: Response, waits: number) => number | undefined

/** `Retry-After` holds seconds or a date; a rate-limited response without it waits one second. */
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
  readonly service: string
  readonly findDelayMs: FindRetryDelay<Result>
  readonly signal: AbortSignal
}

export const withinLimits = async <Result>(
  ask: () => Promise<Result>,
  { service, findDelayMs, signal }: LimitOptions<Result>,
): Promise<Result> => {
  for (let waits = 0; ; waits += 1) {
    const result = await ask()
    const seconds = findDelayMs(result, waits)
    if (seconds === undefined) return result
    if (seconds > longestWaitSeconds || waits >= waitsMax)
      throw new Error(`${service}: rate limit reached, retry in ${Math.ceil(seconds / 60)} min`)
    await pause(seconds * 1_000, undefined, { signal })
  }
}
