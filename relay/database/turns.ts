/** Whose turn: the relay's own statements, or those that people ask for. */
export type Lane = 'relay' | 'people'

export interface Turns {
  /** Resolves when it is the caller's turn, with a function that ends it. */
  take(lane: Lane): Promise<() => void>
}

/** One turn at a time. Whoever waits in the relay's lane comes before all who wait in that of people. */
export const createTurns = (): Turns => {
  const waiting: Record<Lane, (() => void)[]> = { relay: [], people: [] }
  let taken = false
  const release = (): void => {
    const next = waiting.relay.shift() ?? waiting.people.shift()
    if (next === undefined) taken = false
    else next()
  }
  return {
    take: async (lane) => {
      if (taken) await new Promise<void>((resolve) => waiting[lane].push(resolve))
      taken = true
      let ended = false
      return () => {
        if (ended) return
        ended = true
        release()
      }
    },
  }
}
