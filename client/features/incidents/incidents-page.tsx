import { Plus } from '@blueprintjs/icons'
import { useMemo, useState } from 'react'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import { incidentSeverities, incidentStatuses, incidentTypes, isOver } from '#shared/incidents/incident-values.ts'
import { isId } from '#shared/primitives/id.ts'
import { readFilter, writeFilter } from '#shared/filters/filter-value.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { acknowledgeIncident } from '#client/domain/incidents/acknowledge.tsx'
import { useSession } from '#client/api/session/whoami.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useIsPhone } from '#client/lib/browser/use-window-width.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useTableState, type Sorting } from '#client/lib/address/table-state.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import type { Bulk } from '#client/ui/table/bulk/bulk.ts'
import { hasFilters } from '#client/ui/table/count-filters.ts'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { incidentColumns, incidentPhoneColumns, incidentWallColumns } from './incident-columns.tsx'
import { incidentsKey } from '#client/domain/incidents/incidents-key.ts'
import { incidentsQuery, listIncidents, type IncidentFilter, type ListedIncident } from './incidents-api.ts'
import { TieFilters } from './tie-filters.tsx'
import { NewIncidentDialog } from './new-incident-dialog.tsx'
import './incidents.css'

/** Excludes ended statuses instead of selecting `open`, which would hide incidents in progress. */
const usualStatus = writeFilter(readFilter('resolved:-1,closed:-1,cancelled:-1'))
const filterKeys = ['severity', 'status', 'type'] as const
const tieKeys = ['owner', 'component', 'team'] as const
const getId = ({ id }: ListedIncident) => id

const idIn = (params: URLSearchParams, key: string) => {
  const id = params.get(key) ?? ''
  return isId(id) ? id : ''
}

const mostSevereFirst = { id: 'severity', desc: true } as const
const newestFirst = { id: 'age', desc: true } as const

const useIncidentFilter = (usual: Sorting | null): IncidentFilter => {
  const me = useSession()?.user.id ?? ''
  const params = useQueryParams()
  const [{ sorting }] = useTableState()
  return useMemo(
    () => ({
      me: isId(me) ? me : '',
      search: params.get('search') ?? '',
      severities: readFilter(params.get('severity') ?? ''),
      statuses: readFilter(params.get('status') ?? usualStatus),
      types: readFilter(params.get('type') ?? ''),
      owner: idIn(params, 'owner'),
      component: idIn(params, 'component'),
      team: idIn(params, 'team'),
      involvedPersonId: params.get('show') === 'mine' ? me : '',
      unacknowledged: params.get('show') === 'unacknowledged',
      sorting: sorting ?? usual,
    }),
    [params, sorting, usual, me],
  )
}

const showEverything = () =>
  changeQuery((params) => {
    for (const key of [...filterKeys, ...tieKeys, 'show', 'search', 'pageIndex']) params.delete(key)
    params.set('status', '')
  })

function Filters({ filter }: { readonly filter: IncidentFilter }) {
  const summary = writeFilter(filter.statuses) === usualStatus ? 'active' : undefined
  return (
    <>
      <FacetFilters
        search={{ label: 'Search incidents', placeholder: 'Search title or ID', debounceMs: 400 }}
        facets={[
          { label: 'Severity', key: 'severity', values: incidentSeverities, filter: filter.severities },
          {
            label: 'Status',
            key: 'status',
            values: incidentStatuses,
            filter: filter.statuses,
            usual: usualStatus,
            summary,
          },
          { label: 'Type', key: 'type', values: incidentTypes, filter: filter.types },
        ]}
      />
      <TieFilters />
    </>
  )
}

function NewIncident() {
  const [isOpen, setOpen] = useState(false)
  const writeAccess = useAllowed('write', 'incident')
  return (
    <>
      <Button
        look="primary"
        icon={<Plus />}
        disabled={!writeAccess.allowed}
        disabledReason={writeAccess.reason}
        onClick={() => setOpen(true)}
      >
        New incident
      </Button>
      {isOpen ? <NewIncidentDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const bulk: Bulk<ListedIncident> = {
  one: 'incident',
  many: 'incidents',
  getName: ({ title }) => title,
  actions: [
    {
      label: 'Acknowledge',
      done: 'acknowledged',
      isPossible: ({ acknowledged, status }) => acknowledged === null && !isOver(status),
      act: ({ id }) => acknowledgeIncident(id),
    },
  ],
}

export function IncidentsPage() {
  const isWall = useIsWall(routes.incidents)
  const isPhone = useIsPhone()
  const filter = useIncidentFilter(isWall ? newestFirst : null)
  const isFiltered = hasFilters(useQueryParams())
  const { allowed: canWrite } = useAllowed('write', 'incident')
  useTableChanges(incidentTable, incidentsKey)
  const source = useQueriedList({
    queryKey: [...incidentsKey, 'list', incidentsQuery(filter)],
    columns: isWall ? incidentWallColumns : isPhone ? incidentPhoneColumns : incidentColumns,
    getKey: getId,
    read: (range, signal) => listIncidents(filter, range, signal),
    usual: isWall ? mostSevereFirst : null,
  })
  return (
    <ListPage
      title="Incidents"
      table="incidents"
      label="Incidents"
      source={source}
      getKey={getId}
      filters={<Filters filter={filter} />}
      action={<NewIncident />}
      bulk={canWrite ? bulk : null}
      facts={countFact(source.total, 'incident', 'incidents')}
      apiPath={`/api/db/incidents?${new URLSearchParams(incidentsQuery(filter)).toString()}`}
      nothing={
        <EmptyState
          title={isFiltered ? 'No incidents match' : 'No open incidents'}
          actions={<Button onClick={showEverything}>Show all incidents</Button>}
        >
          <p>
            {isFiltered
              ? 'No open incidents match these filters.'
              : 'Incidents appear here when a person or a rule opens one.'}{' '}
            <span className="not-on-walls">Use the status filter to see resolved and closed ones.</span>
          </p>
        </EmptyState>
      }
    />
  )
}
