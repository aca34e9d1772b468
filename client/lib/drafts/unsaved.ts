import { useEffect } from 'react'

const holders = new Set<symbol>()

/** Whether a form somewhere on the page holds something that nobody saved yet. */
export const hasUnsaved = (): boolean => holders.size > 0

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault()

const hold = () => {
  const holder = Symbol('unsaved')
  if (holders.size === 0) window.addEventListener('beforeunload', askBeforeLeaving)
  holders.add(holder)
  return () => {
    holders.delete(holder)
    if (holders.size === 0) window.removeEventListener('beforeunload', askBeforeLeaving)
  }
}

/**
 * Says of a form whether it holds something unsaved, for as long as it is on the page. While one does, the browser asks
 * before it closes or reloads the page, and the console reloads nothing by itself.
 */
export const useUnsaved = (isUnsaved: boolean) => useEffect(() => (isUnsaved ? hold() : undefined), [isUnsaved])
