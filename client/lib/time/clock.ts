import { useSyncExternalStore } from 'react'

let offsetMs = 0

/** Tells how far the server's clock is ahead of this browser's, in milliseconds. */
export const setServerOffset = (ms: number) => {
  offsetMs = ms
}

/** A moment of this browser's clock as the server's shows it; both in milliseconds since the epoch. */
export const toServerMs = (browserMs: number): number => browserMs + offsetMs

/** Now by the server's clock, in milliseconds since the epoch. */
export const serverNow = (): number => toServerMs(Date.now())

/**
 * One timer for all readers of one period, running only while somebody reads. A tab that comes back into view ticks
 * before it is drawn: its timers may have slept.
 */
const createTicker = (everyMs: number) => {
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const listeners = new Set<() => void>()
  const tick = () => {
    now = Date.now()
    for (const listener of listeners) listener()
  }
  return {
    read: (): number => {
      if (timer === undefined && Math.abs(Date.now() - now) >= everyMs) now = Date.now()
      return now
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      if (timer === undefined) {
        timer = setInterval(tick, everyMs)
        document.addEventListener('visibilitychange', tick)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
        document.removeEventListener('visibilitychange', tick)
      }
    },
  }
}

const tickers = new Map<number, ReturnType<typeof createTicker>>()

const getTicker = (everyMs: number) => {
  const ticker = tickers.get(everyMs) ?? createTicker(everyMs)
  tickers.set(everyMs, ticker)
  return ticker
}

/** Calls back every `everyMs`, together with all who read the time at that period; returns what ends it. */
export const onTick = (everyMs: number, listener: () => void): (() => void) => getTicker(everyMs).subscribe(listener)

/** This browser's time, drawn again every `everyMs`. All readers of one period see one time. */
export const useNow = (everyMs: number): number => {
  const { subscribe, read } = getTicker(everyMs)
  return useSyncExternalStore(subscribe, read)
}

/** The server's time, drawn again every `everyMs`. */
export const useServerNow = (everyMs: number): number => toServerMs(useNow(everyMs))
