import { useSyncExternalStore } from 'react'

export const subscribeToResize = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

export const useWindowWidth = (): number => useSyncExternalStore(subscribeToResize, () => window.innerWidth)

const phoneMax = 640

export const isPhoneWidth = (): boolean => window.innerWidth <= phoneMax

export const useIsPhone = (): boolean => useSyncExternalStore(subscribeToResize, isPhoneWidth)
