import { unlessAborted } from '#relay/time-limit.ts'

/** Ends at once when the signal fires, even while the source hangs. */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      signal.throwIfAborted()
      const next = await unlessAborted(iterator.next(), signal)
      if (next.done === true) return
      yield next.value
    }
  } finally {
    if (!signal.aborted) await iterator.return?.()
    else void Promise.resolve(iterator.return?.()).catch(() => undefined)
  }
}
