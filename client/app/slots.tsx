import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import { SilenceMenu } from '#client/domain/notifications/silence-menu.tsx'
import type { Slots } from '#client/domain/slots/slot.tsx'
import { PrecedingLoading } from '#client/features/catalog/preceding/preceding-loading.tsx'
import { RunPlaybookButton } from '#client/features/playbooks/run-dialog/run-playbook-button.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
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

const RunPlaybook = lazy(async () => ({
  default: (await import('#client/features/playbooks/run-dialog/run-playbook.tsx')).RunPlaybook,
}))

const LinkedPreceding = lazy(async () => ({
  default: (await import('#client/features/catalog/preceding/linked-preceding.tsx')).LinkedPreceding,
}))

const Preceding = lazy(async () => ({
  default: (await import('#client/features/catalog/preceding/preceding.tsx')).Preceding,
}))

/** A click before the code has loaded is remembered. */
const LinkAction: Slots['linkToIncident'] = ({ resource }) => {
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

const ResourceActions: Slots['resourceActions'] = ({ resource, linked = resource }) => {
  const isOn = useFeatures()
  const { kind, id } = resource
  return (
    <>
      {isOn('incidents') && kind !== 'check' ? (
        <Suspense>
          <LinkedIncidents resource={{ kind, id }} />
        </Suspense>
      ) : null}
      <Suspense fallback={<RunPlaybookButton disabled />}>
        <RunPlaybook target={resource} />
      </Suspense>
      <LinkAction resource={linked} />
      <SilenceMenu target={resource} />
    </>
  )
}

const ChangesBeforeIncident: Slots['changesBeforeIncident'] = ({ itemIds, at, attach }) => {
  const [, navigate] = useLocation()
  return (
    <Suspense>
      <Preceding
        turned={{ itemIds, at }}
        itself="on an item linked as evidence"
        onOpen={({ id: change, config_id: item }) =>
          navigate(`${linkTo(routes.configItemChanges, { id: item })}?change=${change}`)
        }
        end={(change, reason) =>
          attach({ id: change.id, name: `${change.name ?? 'item'} ${change.change_type}`, reason })
        }
      />
    </Suspense>
  )
}

export const slots: Slots = {
  resourceActions: ResourceActions,
  linkToIncident: LinkAction,
  linkedIncidents: ({ resource }) => (
    <Suspense>
      <LinkedIncidentList resource={resource} />
    </Suspense>
  ),
  changesBeforeFailure: (props) => (
    <Suspense fallback={<PrecedingLoading />}>
      <LinkedPreceding {...props} />
    </Suspense>
  ),
  changesBeforeIncident: ChangesBeforeIncident,
}
