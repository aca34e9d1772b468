/** In order of priority; `slow` holds statements that were cancelled for blocking others. */
export type Lane = 'relay' | 'people' | 'slow'

const lanes: readonly Lane[] = ['relay', 'people', 'slow']

export interface Turns {
  acquire(lane: Lane): Promise<() => void>
  isWaitedFor(): boolean
}

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
