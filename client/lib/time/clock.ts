import { useSyncExternalStore } from 'react'

let offsetMs = 0

/** Milliseconds by which the server's clock is ahead of this browser's. */
export const setServerOffset = (ms: number) => {
  offsetMs = ms
}

export const toServerMs = (browserMs: number): number => browserMs + offsetMs

export const serverNow = (): number => toServerMs(Date.now())

/** Ticks when the tab becomes visible, because timers of hidden tabs are throttled. */
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

export const onTick = (everyMs: number, listener: () => void): (() => void) => getTicker(everyMs).subscribe(listener)

export const useNow = (everyMs: number): number => {
  const { subscribe, read } = getTicker(everyMs)
  return useSyncExternalStore(subscribe, read)
}

/** Renders again only when the answer for the present changes. */
export const useAtNow = (everyMs: number, answer: (nowMs: number) => string): string => {
  const { subscribe, read } = getTicker(everyMs)
  return useSyncExternalStore(subscribe, () => answer(read()))
}

export const useServerNow = (everyMs: number): number => toServerMs(useNow(everyMs))
