import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

/** The width of the window in pixels, drawn again when it changes. */
export const useWindowWidth = (): number => useSyncExternalStore(subscribe, () => window.innerWidth)
