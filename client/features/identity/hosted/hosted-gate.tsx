import { useAuth } from '@clerk/react'
import { useState } from 'react'
import { Redirect, useLocation } from 'wouter'
import { useSearch } from 'wouter/use-browser-location'
import { hostedRoutes, routes } from '#client/lib/address/routes.ts'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { ChooseOrganisationPage } from './choose-organisation-page.tsx'
import { InOrganisation } from './in-organisation.tsx'
import { ProviderDown } from './provider-down.tsx'
import { isProviderDown, useProviderStatus } from './use-provider-status.ts'

export const hostedLoading = (
  <PlainPage title="Quarterdeck" heading="">
    <SkeletonRows rows={3} />
  </PlainPage>
)

/** Once rendered, the console stays when the session ends elsewhere, so that unsaved input is not lost. */
export function HostedGate({ children }: { readonly children: React.ReactNode }) {
  const { isLoaded, isSignedIn, orgId } = useAuth({ treatPendingAsSignedOut: false })
  const status = useProviderStatus()
  const [location] = useLocation()
  const search = useSearch()
  const [inside, setInside] = useState<string | null>(null)

  if (inside !== null) {
    if (orgId && orgId !== inside) return <Redirect to={hostedRoutes.organisationSwitched} replace />
    return <InOrganisation>{children}</InOrganisation>
  }
  if (isProviderDown(status)) return <ProviderDown />
  if (!isLoaded) return hostedLoading
  if (!isSignedIn) {
    const here = encodeURIComponent(`${location}${search}`)
    return <Redirect to={location === routes.home ? routes.login : `${routes.login}?return_to=${here}`} replace />
  }
  if (!orgId) return <ChooseOrganisationPage />
  setInside(orgId)
  return hostedLoading
}
