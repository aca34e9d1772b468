import { useAuth, useClerk } from '@clerk/react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { routes } from '#client/lib/address/routes.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'
import { forgetOrganisation } from './forget-organisation.ts'
import { hostedLoading } from './hosted-gate.tsx'

const useForget = () => {
  const queryClient = useQueryClient()
  const live = useLiveClient()
  return useCallback((to: string) => forgetOrganisation(queryClient, live, to), [queryClient, live])
}

/** Another organisation was chosen or made: nothing of the first one stays, and the console begins anew (ledger AUTH-05). */
export function OrganisationSwitchedPage() {
  const forget = useForget()
  useEffect(() => forget(routes.home), [forget])
  return hostedLoading
}

/** Signs out, and leaves nothing behind for whoever signs in next. */
export function HostedLogoutPage() {
  const { isLoaded, isSignedIn } = useAuth({ treatPendingAsSignedOut: false })
  const clerk = useClerk()
  const forget = useForget()
  useEffect(() => {
    if (!isLoaded) return
    if (isSignedIn) void clerk.signOut()
    else forget(routes.login)
  }, [isLoaded, isSignedIn, clerk, forget])
  return hostedLoading
}
