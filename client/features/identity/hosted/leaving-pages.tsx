import { useAuth, useClerk } from '@clerk/react'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { forgetFlags } from '#client/api/session/feature-flags.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'
import { dropDrafts } from '#client/lib/drafts/draft.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { hostedLoading } from './hosted-gate.tsx'

/** The full page load clears the memory of everything that was read before. */
const forgetOrganisation = (queryClient: QueryClient, live: LiveClient, to: string): void => {
  live.close()
  queryClient.clear()
  dropDrafts()
  forgetFlags()
  sessionStorage.clear()
  window.location.replace(to)
}

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
