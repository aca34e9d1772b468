const longestTimerMs = 2 ** 31 - 1

export const wait = async (ms: number, signal: AbortSignal): Promise<void> => {
  signal.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(ms, longestTimerMs),
    )
    signal.addEventListener('abort', stop, { once: true })
  })
}
