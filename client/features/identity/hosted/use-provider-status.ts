import { useClerk } from '@clerk/react'
import { useCallback, useSyncExternalStore } from 'react'

type ProviderStatus = ReturnType<typeof useClerk>['status']

/** Whether it cannot tell who is signed in, and where: what it says of that then is a guess from a cookie. */
export const isProviderDown = (status: ProviderStatus): boolean => status === 'degraded' || status === 'error'

/** How the provider's script fares. */
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
