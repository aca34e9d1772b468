import { lazy, Suspense, useState } from 'react'
import type { LinkedThing } from '#machines/incidents/link-types.ts'
import type { HitThing } from '#client/features/incidents/incidents-of-api.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { Button } from '#client/ui/button.tsx'

/** It comes with the detail of a thing, and adds little to what a list downloads. */
const LinkToIncident = lazy(async () => ({
  default: (await import('#client/features/incidents/link/link-to-incident.tsx')).LinkToIncident,
}))

const IncidentsOf = lazy(async () => ({
  default: (await import('#client/features/incidents/incidents-of.tsx')).IncidentsOf,
}))

const IncidentListOf = lazy(async () => ({
  default: (await import('#client/features/incidents/incident-list-of.tsx')).IncidentListOf,
}))

/** The incidents that an item or a component is evidence of, as a list. */
export function ListOfIncidents({ thing }: { readonly thing: HitThing }) {
  return (
    <Suspense>
      <IncidentListOf thing={thing} />
    </Suspense>
  )
}

/** The incidents that an item or a component is evidence of; a check shows its own. */
export function IncidentsAction({ thing: { kind, id } }: { readonly thing: Pick<LinkedThing, 'kind' | 'id'> }) {
  const isOn = useFeatures()
  if (!isOn('incidents') || (kind !== 'config' && kind !== 'component')) return null
  return (
    <Suspense>
      <IncidentsOf thing={{ kind, id }} />
    </Suspense>
  )
}

/** Makes a thing evidence of an incident, also when it is pressed before its code is there; not there where incidents are switched off (ledger INC-18). */
export function LinkAction({ thing }: { readonly thing: LinkedThing }) {
  const isOn = useFeatures()
  const [isAsked, setAsked] = useState(false)
  if (!isOn('incidents')) return null
  const early = (
    <Button className="link-to-incident" onClick={() => setAsked(true)}>
      Link to incident
    </Button>
  )
  return (
    <Suspense fallback={early}>
      <LinkToIncident thing={thing} opensAtOnce={isAsked} />
    </Suspense>
  )
}
