export const rejectOnAbort = async (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'))
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
