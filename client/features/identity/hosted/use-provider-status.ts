import { useClerk } from '@clerk/react'
import { useCallback, useSyncExternalStore } from 'react'

/** Whether the provider's script works: `degraded` and `error` mean that it cannot tell who is signed in. */
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
