/**
 * Whose turn: the relay's own statements, those that people ask for, or those of people that held others up before and were
 * cancelled for it.
 */
export type Lane = 'relay' | 'people' | 'slow'

const lanes: readonly Lane[] = ['relay', 'people', 'slow']

export interface Turns {
  /** Resolves when it is the caller's turn, with a function that ends it. */
  acquire(lane: Lane): Promise<() => void>
  /** Whether anybody waits for the turn to end. */
  isWaitedFor(): boolean
}

/** One turn at a time. Whoever waits in the relay's lane comes before all who wait in that of people, the slow ones last. */
export const createTurns = (): Turns => {
  const waiting: Record<Lane, (() => void)[]> = { relay: [], people: [], slow: [] }
  let taken = false
  const release = (): void => {
    const lane = lanes.find((name) => waiting[name].length > 0)
    if (lane === undefined) taken = false
    else waiting[lane].shift()?.()
  }
  return {
    acquire: async (lane) => {
      if (taken) await new Promise<void>((resolve) => waiting[lane].push(resolve))
      taken = true
      let ended = false
      return () => {
        if (ended) return
        ended = true
        release()
      }
    },
    isWaitedFor: () => lanes.some((lane) => waiting[lane].length > 0),
  }
}
