import { Plus } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { integrationTypes } from '#shared/settings/integration-types.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { inOrder, textColumns } from '#client/ui/table/text-column.ts'
import { integrationColumns, troubleFirst, typeTitles } from './integration-columns.tsx'
import { integrationsList, integrationsQuery, jobStatuses, listedMax, type Integration } from './integrations-api.ts'
import './integrations.css'

const IntegrationWizard = lazy(() => import('./wizard/integration-wizard.tsx'))

const crumbs = [{ label: 'Settings', href: routes.settings }]
const typeOptions = [
  { value: '', label: 'All types' },
  ...integrationTypes.map((value) => ({ value, label: typeTitles[value] ?? value })),
]
const statusOptions = [{ value: '', label: 'Any job status' }, ...jobStatuses.map((value) => ({ value, label: value }))]
const idOf = ({ id }: Integration) => id

const factsOf = (rows: readonly Integration[], total: number): readonly string[] => {
  const with_ = (status: string) => rows.filter(({ job_status: each }) => each === status).length
  const [failed, warning, running] = [with_('FAILED'), with_('WARNING'), with_('RUNNING')]
  return [
    `${total.toLocaleString('en')} ${total === 1 ? 'integration' : 'integrations'}`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(warning > 0 ? [`${warning} with warnings`] : []),
    ...(running > 0 ? [`${running} running`] : []),
    ...(total > rows.length ? [`the newest ${listedMax} are shown; search to find others`] : []),
  ]
}

/** Everything that brings things into the console, whichever kind it is of, and how it went the last time (ledger SHELL-42). */
export function IntegrationsPage() {
  const [search, setSearch] = useQueryState('search')
  const [type, setType] = useQueryState('type')
  const [status, setStatus] = useQueryState('status')
  const [{ sorting }, changeTable] = useTableState()
  const filter = { search: search.trim(), type, status }
  const { data, error, isPending, isFetching, refetch } = useQuery(integrationsList(filter))
  const [isAdding, setAdding] = useState(false)
  const { reason: missing } = useAllowed('write', 'integrations')
  const rows = data?.rows ?? []
  const shown = sorting === null ? troubleFirst(rows) : inOrder(rows, integrationColumns, sorting, sorting)
  const isFiltered = filter.search + type + status !== ''
  const asked = Object.entries(integrationsQuery(filter)).map(([key, value]) => [key, String(value)])
  return (
    <Page
      title="Integrations"
      crumbs={crumbs}
      views={<ViewMenu />}
      refresh={{ busy: isFetching, onRefresh: () => void refetch() }}
    >
      <ListHead
        filters={
          <>
            <SearchInput
              label="Search integrations"
              placeholder="Search integrations"
              debounceMs={300}
              value={search}
              onChange={setSearch}
            />
            <Select label="Type" value={type} options={typeOptions} onChange={setType} />
            <Select label="Job Status" value={status} options={statusOptions} onChange={setStatus} />
          </>
        }
        action={
          <Button look="primary" icon={<Plus />} disabledReason={missing} onClick={() => setAdding(true)}>
            Add integration
          </Button>
        }
        facts={data === undefined ? [] : factsOf(rows, data.total ?? rows.length)}
        tools={
          <ListTools
            table="integrations"
            columns={integrationColumns}
            texts={textColumns(integrationColumns)}
            pages={wholeList(shown)}
            apiPath={`/api/db/integrations_with_status?${new URLSearchParams(asked).toString()}`}
          />
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="integrations"
        label="Integrations"
        columns={integrationColumns}
        rows={shown}
        keyOf={idOf}
        loading={isPending && error === null}
        sorting={sorting}
        onSort={(next) => changeTable({ sorting: next })}
        empty={
          error !== null ? null : isFiltered ? (
            <EmptyState title="No integration matches">
              <p>Take a filter away to see the others.</p>
            </EmptyState>
          ) : (
            <EmptyState title="No integrations yet">
              <p>
                Add a <Link href={linkTo(routes.scraper, { id: 'new' })}>catalog scraper</Link>, a{' '}
                <Link href={linkTo(routes.settingsRow, { table: 'topologies', id: 'new' })}>topology</Link> or a{' '}
                <Link href={linkTo(routes.settingsRow, { table: 'logging_backends', id: 'new' })}>log backend</Link>.
              </p>
            </EmptyState>
          )
        }
      />
      {isAdding ? (
        <Suspense fallback={null}>
          <IntegrationWizard onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
    </Page>
  )
}
