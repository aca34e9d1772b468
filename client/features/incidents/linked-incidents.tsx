import { ChevronDown } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { isOver } from '#shared/incidents/incident-values.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { incidentState } from '#client/domain/incidents/incident-state.ts'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { linkedIncidentsQuery, type AffectedResource } from './linked-incidents-api.ts'
import './incidents.css'

export function LinkedIncidents({ resource }: { readonly resource: AffectedResource }) {
  const { allowed } = useAllowed('read', 'incident')
  const { data = [] } = useQuery({ ...linkedIncidentsQuery(resource), enabled: allowed })
  useTableChanges(incidentTable, incidentsKey)
  if (data.length === 0) return null
  const open = data.filter(({ status }) => !isOver(status)).length
  const list = (
    <ul className="incidents-of" aria-label="Incidents">
      {data.map(({ id, title, status, created_at: at }) => (
        <li key={id}>
          <StateMark state={incidentState(status)} label={status} />
          <Link className="link cut" href={linkTo(routes.incident, { id })}>
            {title}
          </Link>
          <span className="dim">
            <Age at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
  return (
    <Popover placement="bottom-end" content={list}>
      <Button endIcon={<ChevronDown size={12} />}>
        {open > 0 ? formatCount(open, 'open incident') : formatCount(data.length, 'incident')}
      </Button>
    </Popover>
  )
}
