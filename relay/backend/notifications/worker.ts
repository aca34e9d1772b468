import { createEngineState } from '#relay/backend/schedule/engine-state.ts'

interface WorkerOptions {
  readonly work: () => Promise<number>
  readonly idleMs: number
  readonly onError: (error: unknown) => void
}

/** Never runs concurrently. A wake-up during a run causes another run. */
export const createWorker = ({ work, idleMs, onError }: WorkerOptions) => {
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false
  const state = createEngineState()
  let timer: NodeJS.Timeout | undefined

  const once = async (): Promise<number> => {
    isWanted = false
    try {
      return await state.track(work)
    } catch (error) {
      if (!isStopped) onError(error)
      return retryMs
    }
  }
  const isGoingOn = () => isWanted && !isStopped

  const run = async (): Promise<void> => {
    let nextMs = await once()
    while (isGoingOn()) nextMs = await once()
    running = undefined
    if (!isStopped) timer = setTimeout(wake, Math.max(leastMs, Math.min(idleMs, nextMs)))
  }

  function wake(): void {
    if (isStopped) return
    clearTimeout(timer)
    isWanted = true
    running ??= run()
  }

  return {
    state,
    wake,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

const retryMs = 1_000
const leastMs = 10
