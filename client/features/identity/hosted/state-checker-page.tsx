import { useAuth } from '@clerk/react'
import { Redirect } from 'wouter'
import { routes } from '#client/lib/address/routes.ts'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { hostedLoading } from './hosted-gate.tsx'
import { ProviderDown } from './provider-down.tsx'
import { isProviderDown, useProviderStatus } from './use-provider-status.ts'

/** No automatic redirect when the provider and the console disagree: that would loop. */
export function StateCheckerPage() {
  const { isLoaded, isSignedIn, orgId } = useAuth({ treatPendingAsSignedOut: false })
  const status = useProviderStatus()
  if (isProviderDown(status)) return <ProviderDown />
  if (!isLoaded) return hostedLoading
  if (!isSignedIn) return <Redirect to={`${routes.login}${window.location.search}`} replace />
  if (!orgId) return <Redirect to={routes.home} replace />
  return (
    <PlainPage title="The console did not accept your sign-in">
      <p>
        The sign-in provider reports you as signed in, but the console could not confirm it. Your clock or the console’s
        settings may be wrong: try again, or sign out and in.
      </p>
      <div className="plain-page-actions">
        <a className="bp6-button bp6-intent-primary" href={routes.home}>
          Try again
        </a>
        <a className="bp6-button" href={routes.logout}>
          Sign out
        </a>
      </div>
    </PlainPage>
  )
}
