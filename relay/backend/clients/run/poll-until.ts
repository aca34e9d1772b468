import { setTimeout as pause } from 'node:timers/promises'

const failuresMax = 5

interface PollOptions {
  readonly signal: AbortSignal
  readonly firstMs: number
  readonly longestMs: number
  /** A rejection by the service, which another attempt does not change. */
  readonly isFinal: (error: unknown) => boolean
  /** The next poll also starts, after the first delay, when one of these settles. */
  readonly wakers?: () => Iterable<Promise<unknown>>
}

/** Polls at growing intervals until `read` returns a result. Five errors in a row reject with the last one. */
export const pollUntil = async <T>(
  read: () => Promise<T | undefined>,
  { signal, firstMs, longestMs, isFinal, wakers = () => [] }: PollOptions,
): Promise<T> => {
  let failures = 0
  for (let delayMs = firstMs; ; delayMs = Math.min(delayMs * 1.5, longestMs)) {
    try {
      const result = await read()
      if (result !== undefined) return result
      failures = 0
    } catch (error) {
      failures += 1
      if (signal.aborted || isFinal(error) || failures >= failuresMax) throw error
    }
    await pause(firstMs, undefined, { signal })
    if (delayMs > firstMs) await Promise.race([pause(delayMs - firstMs, undefined, { signal }), ...wakers()])
  }
}
