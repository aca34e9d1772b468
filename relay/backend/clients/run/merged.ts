/** Yields in order of arrival and reads at most `atOnce` sources at a time. */
export async function* merged<T>(sources: readonly AsyncIterable<T>[], atOnce: number): AsyncGenerator<T> {
  const waiting = sources.map((source) => source[Symbol.asyncIterator]())
  const open = new Map<AsyncIterator<T>, Promise<{ iterator: AsyncIterator<T>; result: IteratorResult<T> }>>()
  const advance = (iterator: AsyncIterator<T>) => {
    const next = iterator.next().then((result) => ({ iterator, result }))
    next.catch(() => undefined)
    open.set(iterator, next)
  }
  try {
    for (;;) {
      while (open.size < atOnce) {
        const iterator = waiting.shift()
        if (iterator === undefined) break
        advance(iterator)
      }
      if (open.size === 0) return
      const { iterator, result } = await Promise.race(open.values())
      open.delete(iterator)
      if (result.done === true) continue
      advance(iterator)
      yield result.value
    }
  } finally {
    await Promise.allSettled([...open.keys()].map(async (iterator) => iterator.return?.()))
  }
}
