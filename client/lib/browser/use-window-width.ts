import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

export const useWindowWidth = (): number => useSyncExternalStore(subscribe, () => window.innerWidth)
