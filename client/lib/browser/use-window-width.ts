import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('resize', listener)
  return () => window.removeEventListener('resize', listener)
}

export const useWindowWidth = (): number => useSyncExternalStore(subscribe, () => window.innerWidth)

const phoneMax = 640

export const isPhoneWidth = (): boolean => window.innerWidth <= phoneMax

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, isPhoneWidth)
