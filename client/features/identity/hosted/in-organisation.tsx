import { useAuth, useClerk, useOrganization } from '@clerk/react'
import { useEffect, useMemo, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { setAuthTransport, publishToken } from '#client/api/auth-transport.ts'
import { hostedRoutes, routes } from '#client/lib/address/routes.ts'
import { useLiveClient } from '#client/live/use-live-client.ts'
import { PlainPage } from '#client/ui/layout/plain-page.tsx'
import { readClaims } from './claims.ts'
import { organisationTransport, organisationToken } from './organisation-transport.ts'

const retryMs = 5_000
const unlessReadMs = 30_000

const switched = () => navigate(hostedRoutes.organisationSwitched, { replace: true })

function Renewal({ renew }: { readonly renew: () => Promise<string | null> }) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const after = (waitMs: number) => {
      timer = setTimeout(() => void next(), waitMs)
    }
    const next = async () => {
      try {
        const token = await renew()
        if (token !== null) publishToken(token)
        after(token === null ? unlessReadMs : readClaims(token).lifeMs / 2)
      } catch {
        after(retryMs)
      }
    }
    void next()
    return () => clearTimeout(timer)
  }, [renew])
  return null
}

type Organisation = NonNullable<ReturnType<typeof useOrganization>['organization']>

function Inside({
  organisation,
  children,
}: {
  readonly organisation: Organisation
  readonly children: React.ReactNode
}) {
  const clerk = useClerk()
  const live = useLiveClient()
  const [options] = useState(() => ({
    organisation,
    session: () => clerk.session,
    onOtherOrganisation: switched,
  }))
  const { sessionId, orgId } = useAuth({ treatPendingAsSignedOut: false })
  const transport = useMemo(() => organisationTransport(options), [options])
  const [renew] = useState(() => () => organisationToken(options, { skipCache: true }))
  // Set during render: children send requests before effects of this component run.
  useState(() => setAuthTransport(transport))
  useEffect(() => live.connect(), [live])
  // A new session may have no organization yet.
  useEffect(() => {
    if (sessionId && !orgId) void clerk.setActive({ organization: organisation.id })
  }, [clerk, sessionId, orgId, organisation.id])
  return (
    <>
      {/* A key of its own for each session: a person may sign in again while the page is open. */}
      <Renewal key={orgId && sessionId} renew={renew} />
      {children}
    </>
  )
}

const findMetadataError = (organisation: Organisation): string | null => {
  try {
    organisationTransport({ organisation, session: () => null, onOtherOrganisation: switched })
    return null
  } catch (error) {
    return toErrorMessage(error)
  }
}

export function InOrganisation({ children }: { readonly children: React.ReactNode }) {
  const { organization } = useOrganization()
  const [organisation, setOrganisation] = useState(organization ?? null)
  if (organisation === null && organization) setOrganisation(organization)
  if (organisation === null) return null
  const metadataError = findMetadataError(organisation)
  if (metadataError === null) return <Inside organisation={organisation}>{children}</Inside>
  return (
    <PlainPage title="This organization cannot be opened">
      <p>
        {metadataError}: <code>direct</code> in the public metadata of {organisation.name} must be true, false or
        absent. Ask an organization admin to fix this.
      </p>
      <div className="plain-page-actions">
        <a className="bp6-button" href={routes.logout}>
          Sign out
        </a>
      </div>
    </PlainPage>
  )
}
