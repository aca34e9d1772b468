import { useEffect } from 'react'

const holders = new Set<symbol>()

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
 * While a mounted form has unsaved input, the browser asks before leaving and the console does not reload
 * automatically.
 */
export const useUnsaved = (isUnsaved: boolean) => useEffect(() => (isUnsaved ? hold() : undefined), [isUnsaved])
