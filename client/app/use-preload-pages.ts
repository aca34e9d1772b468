import { useEffect, useEffectEvent } from 'react'
import { useAllows } from '#client/api/session/use-allows.ts'
import { pages } from './pages.tsx'

const startAfterMs = 5_000
const idleWithinMs = 10_000

/** Safari has no idle callbacks. */
const whenIdle = (act: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 500)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(act, { timeout: idleWithinMs })
  return () => cancelIdleCallback(handle)
}

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { readonly saveData?: boolean } | null)?.saveData === true

/**
 * Loads the code of the pages that the person may open, one after the other while the browser is idle: navigation then
 * works while the relay restarts.
 */
export const usePreloadPages = (isEnabled: boolean): void => {
  const allows = useAllows()
  const listWanted = useEffectEvent(() =>
    pages.filter(({ gate }) => gate === undefined || allows(gate.resource, gate.action)),
  )
  useEffect(() => {
    if (!isEnabled || savesData()) return undefined
    let isHere = true
    let stop: () => void
    const loadNext = ([next, ...others]: typeof pages) => {
      if (next === undefined || !isHere) return
      stop = whenIdle(() => {
        // A page that failed to load is tried again when it is opened.
        void next.page
          .preload()
          .catch(() => undefined)
          .then(() => loadNext(others))
      })
    }
    const timer = setTimeout(() => loadNext(listWanted()), startAfterMs)
    stop = () => clearTimeout(timer)
    return () => {
      isHere = false
      stop()
    }
  }, [isEnabled])
}
