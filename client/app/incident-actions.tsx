import { lazy, Suspense, useState } from 'react'
import type { LinkedResource } from '#machines/incidents/link-types.ts'
import type { AffectedResource } from '#client/features/incidents/linked-incidents-api.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { Button } from '#client/ui/button.tsx'

const LinkToIncident = lazy(async () => ({
  default: (await import('#client/features/incidents/link/link-to-incident.tsx')).LinkToIncident,
}))

const LinkedIncidents = lazy(async () => ({
  default: (await import('#client/features/incidents/linked-incidents.tsx')).LinkedIncidents,
}))

const LinkedIncidentList = lazy(async () => ({
  default: (await import('#client/features/incidents/linked-incident-list.tsx')).LinkedIncidentList,
}))

export function ResourceIncidents({ resource }: { readonly resource: AffectedResource }) {
  return (
    <Suspense>
      <LinkedIncidentList resource={resource} />
    </Suspense>
  )
}

export function IncidentsAction({
  resource: { kind, id },
}: {
  readonly resource: Pick<LinkedResource, 'kind' | 'id'>
}) {
  const isOn = useFeatures()
  if (!isOn('incidents') || (kind !== 'config' && kind !== 'component')) return null
  return (
    <Suspense>
      <LinkedIncidents resource={{ kind, id }} />
    </Suspense>
  )
}

/** A click before the code has loaded is remembered. */
export function LinkAction({ resource }: { readonly resource: LinkedResource }) {
  const isOn = useFeatures()
  const [isRequested, setRequested] = useState(false)
  if (!isOn('incidents')) return null
  const early = (
    <Button className="link-to-incident" onClick={() => setRequested(true)}>
      Link to incident
    </Button>
  )
  return (
    <Suspense fallback={early}>
      <LinkToIncident resource={resource} opensAtOnce={isRequested} />
    </Suspense>
  )
}
