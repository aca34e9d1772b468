import { Plus } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { resourceTopics } from '#shared/resources/resource-topics.ts'
import { integrationTypes } from '#shared/settings/integration-types.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { linkTo, routes, settingsCrumbs } from '#client/lib/address/routes.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { integrationColumns, failuresFirst, typeTitles } from './integration-columns.tsx'
import {
  integrationsKey,
  integrationsList,
  integrationsQuery,
  jobStatuses,
  listedMax,
  type Integration,
} from './integrations-api.ts'
import './integrations.css'

const IntegrationWizard = lazy(() => import('./wizard/integration-wizard.tsx'))

const choices = [
  {
    key: 'type',
    label: 'Type',
    options: [
      { value: '', label: 'All' },
      ...integrationTypes.map((value) => ({ value, label: typeTitles[value] ?? value })),
    ],
  },
  {
    key: 'status',
    label: 'Job Status',
    options: [{ value: '', label: 'All' }, ...jobStatuses.map((value) => ({ value, label: value }))],
  },
]
const howToAdd = (
  <>
    Add a <Link href={linkTo(routes.scraper, { id: 'new' })}>catalog scraper</Link>, a{' '}
    <Link href={linkTo(routes.settingsRow, { table: 'topologies', id: 'new' })}>topology</Link> or a{' '}
    <Link href={linkTo(routes.settingsRow, { table: 'logging_backends', id: 'new' })}>log backend</Link>.
  </>
)
const getId = ({ id }: Integration) => id

const listFacts = (rows: readonly Integration[], total: number): readonly string[] => {
  const with_ = (status: string) => rows.filter(({ job_status: each }) => each === status).length
  const [failed, warning, running] = [with_('FAILED'), with_('WARNING'), with_('RUNNING')]
  return [
    ...countFact(total, 'integration', 'integrations'),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warning > 0 ? [`${warning} with warnings`] : []),
    ...(running > 0 ? [`${running} running`] : []),
    ...(total > rows.length ? [`newest ${listedMax} shown; search to find others`] : []),
  ]
}

export function IntegrationsPage() {
  const [search] = useQueryState('search')
  const [type] = useQueryState('type')
  const [status] = useQueryState('status')
  const filter = { search: search.trim(), type, status }
  const query = useQuery(integrationsList(filter))
  useTableChanges(resourceTopics.config_scrapers, integrationsKey)
  useTableChanges(resourceTopics.topologies, integrationsKey)
  useTableChanges(resourceTopics.logging_backends, integrationsKey)
  const [adding, setAdding] = useQueryState('add')
  const { reason: missing } = useAllowed('write', 'integrations')
  const rows = query.data?.rows ?? []
  const source = useWholeList({
    reading: queryReading(query),
    columns: integrationColumns,
    rows,
    inUsualOrder: failuresFirst,
  })
  const queryEntries = Object.entries(integrationsQuery(filter)).map(([key, value]) => [key, String(value)])
  return (
    <ListPage
      title="Integrations"
      crumbs={settingsCrumbs}
      table="integrations"
      label="Integrations"
      source={source}
      getKey={getId}
      filters={<SelectFilters search={{ label: 'Search integrations', debounceMs: 300 }} choices={choices} />}
      action={
        <Button look="primary" icon={<Plus />} disabledReason={missing} onClick={() => setAdding('true')}>
          Add integration
        </Button>
      }
      facts={query.data === undefined ? [] : listFacts(rows, query.data.total ?? rows.length)}
      apiPath={`/api/db/integrations_with_status?${new URLSearchParams(queryEntries).toString()}`}
      nothing={{
        isFiltered: filter.search + type + status !== '',
        noMatch: 'No integrations match',
        empty: { title: 'No integrations yet', text: howToAdd },
      }}
    >
      {adding === 'true' ? (
        <Suspense fallback={null}>
          <IntegrationWizard onClose={() => setAdding('')} />
        </Suspense>
      ) : null}
    </ListPage>
  )
}
