import { setTimeout as pause } from 'node:timers/promises'
import type { HttpAnswer } from './http-request.ts'

/** For so long it is waited when the limit of requests is reached. */
const longestWaitSeconds = 60
const waitsMax = 5

/** How long an answer says that no further requests are allowed, in seconds; undefined when they are. */
export type WaitOf<Answer = HttpAnswer> = (answer: Answer, waits: number) => number | undefined

/** What most services say: a header with seconds or a date, and a second where a refusal for its number says nothing more. */
export const retryAfterOf: WaitOf<Pick<HttpAnswer, 'code' | 'headers'>> = ({
  code,
  headers: { 'Retry-After': after },
}) => {
  if (code !== 429 && code !== 503) return undefined
  if (after === undefined) return code === 429 ? 1 : undefined
  const seconds = Number.isNaN(Number(after)) ? (Date.parse(after) - Date.now()) / 1_000 : Number(after)
  return Number.isNaN(seconds) ? 1 : Math.max(0, seconds)
}

interface LimitOptions<Answer> {
  /** As the sentence calls it. */
  readonly service: string
  readonly waitOf: WaitOf<Answer>
  readonly signal: AbortSignal
}

/**
 * Asks, and asks again once the service allows it: it is waited for up to a minute, up to five times. Rejects with a sentence when it
 * takes longer, and when the signal fires.
 */
export const withinLimits = async <Answer>(
  ask: () => Promise<Answer>,
  { service, waitOf, signal }: LimitOptions<Answer>,
): Promise<Answer> => {
  for (let waits = 0; ; waits += 1) {
    const answer = await ask()
    const seconds = waitOf(answer, waits)
    if (seconds === undefined) return answer
    if (seconds > longestWaitSeconds || waits >= waitsMax)
      throw new Error(`${service} allows no further requests for ${Math.ceil(seconds / 60)} min`)
    await pause(seconds * 1_000, undefined, { signal })
  }
}
