import { ChevronDown } from '@blueprintjs/icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { z } from 'zod'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { isOver } from '#shared/incidents/incident-values.ts'
import { listRows } from '#client/api/data-api.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { Popover } from '#client/ui/layout/popover.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { stateOfIncident } from './incident-texts.ts'
import { incidentsKey } from './incidents-api.ts'
import './incidents.css'

const relations = {
  config: { relation: 'incidents_by_config', column: 'config_id' },
  component: { relation: 'incidents_by_component', column: 'component_id' },
} as const

const shownMax = 50

const rowSchema = z.object({ id: z.string(), title: z.string(), status: z.string(), created_at: z.string().nullish() })

interface HitThing {
  readonly kind: keyof typeof relations
  readonly id: string
}

/** The newest incidents that an item or a component is evidence of (ledger INC-37), those that are not over first. */
const incidentsOfQuery = ({ kind, id }: HitThing) =>
  queryOptions({
    queryKey: [...incidentsKey, 'of', kind, id],
    queryFn: async ({ signal }) => {
      const { relation, column } = relations[kind]
      const query = { [column]: `eq.${id}`, order: 'created_at.desc', limit: shownMax }
      const { rows } = await listRows(relation, { row: rowSchema, query, signal })
      return rows.toSorted((one, other) => Number(isOver(one.status)) - Number(isOver(other.status)))
    },
  })

const words = (count: number, open: number): string =>
  open > 0
    ? `${open} open ${open === 1 ? 'incident' : 'incidents'}`
    : `${count} ${count === 1 ? 'incident' : 'incidents'}`

/** Which incidents a thing is evidence of; nothing where it is of none, or for who may not read them. */
export function IncidentsOf({ thing }: { readonly thing: HitThing }) {
  const { allowed } = useAllowed('read', 'incident')
  const { data = [] } = useQuery({ ...incidentsOfQuery(thing), enabled: allowed })
  useTableChanges(incidentTable, incidentsKey)
  if (data.length === 0) return null
  const open = data.filter(({ status }) => !isOver(status)).length
  const list = (
    <ul className="incidents-of" aria-label="Incidents">
      {data.map(({ id, title, status, created_at: at }) => (
        <li key={id}>
          <StateMark state={stateOfIncident(status)} label={status} />
          <Link className="link cut" href={linkTo(routes.incident, { id })}>
            {title}
          </Link>
          <span className="dim">
            <Age at={at ?? null} />
          </span>
        </li>
      ))}
    </ul>
  )
  return (
    <Popover placement="bottom-end" content={list}>
      <Button endIcon={<ChevronDown size={12} />}>{words(data.length, open)}</Button>
    </Popover>
  )
}
