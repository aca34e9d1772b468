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

export function OrganisationSwitchedPage() {
  const forget = useForget()
  useEffect(() => forget(routes.home), [forget])
  return hostedLoading
}

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
