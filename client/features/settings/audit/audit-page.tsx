import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { auditActions, auditedKinds, type AuditEntry } from '#shared/audit/audit-entry.ts'
import { auditTable } from '#shared/audit/audit-topic.ts'
import { readFilter } from '#shared/filters/filter-value.ts'
import { relativeRange } from '#shared/time-range/time-range.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { clearQuery, useQueryParams, useQueryState, setParam } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTimeRange } from '#client/lib/time/use-time-range.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListNothing } from '#client/ui/table/list-nothing.tsx'
import { useQueriedList } from '#client/ui/table/queried-list.ts'
import { actorsQuery, auditKey, entriesKey, listEntries, newestFirst, type AuditFilter } from './audit-api.ts'
import { auditColumns, wholeTexts } from './audit-columns.tsx'
import { AuditPanel } from './audit-panel.tsx'
import './audit.css'

const usualRange = relativeRange('now-7d')
const kinds = Object.values(auditedKinds)
const getId = ({ id }: AuditEntry) => id
const columns = auditColumns((id) => setParam('entry', id))

const useAuditFilter = (): AuditFilter => {
  const params = useQueryParams()
  const [{ sorting }] = useTableState()
  return useMemo(
    () => ({
      search: params.get('search') ?? '',
      people: readFilter(params.get('person') ?? ''),
      actions: readFilter(params.get('action') ?? ''),
      kinds: readFilter(params.get('kind') ?? ''),
      about: params.get('about') ?? '',
      sorting,
    }),
    [params, sorting],
  )
}

const clearFilters = () => clearQuery(['person', 'action', 'kind', 'search', 'about'])

const isNarrowed = ({ search, about, people, actions, kinds: of }: AuditFilter) =>
  search + about !== '' || people.size + actions.size + of.size > 0

const noMatch = {
  title: 'No entries match',
  text: 'No recorded change in this time range matches the filters.',
  actions: <Button onClick={clearFilters}>Clear filters</Button>,
}
const empty = {
  title: 'No changes in this time range',
  text: (
    <>
      Every change is recorded with the previous state.{' '}
      <span className="not-on-walls">Choose a longer time range to see older entries.</span>
    </>
  ),
}

function Filters({ filter, range }: { readonly filter: AuditFilter; readonly range: React.ReactNode }) {
  const { data: people = [] } = useQuery(actorsQuery)
  return (
    <>
      <FacetFilters
        search={{ label: 'Search the audit log', placeholder: 'Search name, ID, person or file', debounceMs: 300 }}
        facets={[
          { label: 'Person', key: 'person', values: people, filter: filter.people },
          { label: 'Action', key: 'action', values: auditActions, filter: filter.actions },
          { label: 'Kind', key: 'kind', values: kinds, filter: filter.kinds },
        ]}
      />
      {range}
      {filter.about === '' ? null : <Button onClick={() => clearQuery(['about'])}>One resource ×</Button>}
    </>
  )
}

export function AuditPage() {
  const filter = useAuditFilter()
  const [opened, setOpened] = useQueryState('entry')
  const { range, setRange, resolve } = useTimeRange(usualRange)
  useTableChanges(auditTable, auditKey)
  const source = useQueriedList({
    queryKey: entriesKey(filter, range),
    columns,
    getKey: getId,
    read: (part, signal) => listEntries(filter, resolve(), part, signal),
    usual: newestFirst,
  })
  return (
    <ListPage
      title="Audit"
      crumbs={settingsCrumbs}
      table="audit"
      label="Audit log"
      source={source}
      getKey={getId}
      onRow={({ id }) => setOpened(id)}
      selected={opened}
      filters={<Filters filter={filter} range={<TimeRangePicker range={range} onChange={setRange} />} />}
      facts={countFact(source.total, 'entry', 'entries')}
      tools={
        source.loadedAtMs === 0 ? null : (
          <span className="faint">
            Loaded <Age at={new Date(source.loadedAtMs).toISOString()} /> ago
          </span>
        )
      }
      moreTexts={wholeTexts}
      nothing={<ListNothing isFiltered={isNarrowed(filter)} noMatch={noMatch} empty={empty} />}
    >
      {opened === '' ? null : <AuditPanel key={opened} id={opened} onClose={() => setOpened('')} />}
    </ListPage>
  )
}
