import { useSyncExternalStore } from 'react'

let offsetMs = 0

/** Tells the clock how far the server's time is ahead of this machine's, in milliseconds. */
export const setClockOffset = (ms: number) => {
  offsetMs = ms
}

/** The server's time as this machine can tell it, in milliseconds since the epoch. */
export const serverNow = (): number => Date.now() + offsetMs

/** One timer for all readers of one period, running only while somebody reads. */
const createTicker = (everyMs: number) => {
  let now = serverNow()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  return {
    read: (): number => {
      if (timer === undefined && Math.abs(serverNow() - now) >= everyMs) now = serverNow()
      return now
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      timer ??= setInterval(() => {
        now = serverNow()
        for (const heard of listeners) heard()
      }, everyMs)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

const tickers = new Map<number, ReturnType<typeof createTicker>>()

const tickerOf = (everyMs: number) => {
  const ticker = tickers.get(everyMs) ?? createTicker(everyMs)
  tickers.set(everyMs, ticker)
  return ticker
}

/** The server's time, drawn again every `everyMs`. All readers of one period see one time. */
export const useNow = (everyMs: number): number => {
  const { subscribe, read } = tickerOf(everyMs)
  return useSyncExternalStore(subscribe, read)
}
