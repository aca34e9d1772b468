import { useClerk } from '@clerk/react'
import { useCallback, useSyncExternalStore } from 'react'

type ProviderStatus = ReturnType<typeof useClerk>['status']

/** In these states the provider's session data is only a guess from a cookie. */
export const isProviderDown = (status: ProviderStatus): boolean => status === 'degraded' || status === 'error'

export const useProviderStatus = () => {
  const clerk = useClerk()
  const subscribe = useCallback(
    (changed: () => void) => {
      clerk.on('status', changed)
      return () => clerk.off('status', changed)
    },
    [clerk],
  )
  return useSyncExternalStore(subscribe, () => clerk.status)
}
