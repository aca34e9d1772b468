import { Plus } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { inOrder, textColumns } from '#client/ui/table/text-column.ts'
import { troubleFirst } from './job-state.ts'
import { resourceColumns } from './resource-columns.tsx'
import { resourceHref, resourceKinds, type ResourceKind, type ResourceTable } from './resource-kinds.ts'
import { listedMax, listQuery, resourcesQuery, type ListedResource } from './resources-api.ts'
import './resources.css'

const crumbs = [{ label: 'Settings', href: routes.settings }]
const idOf = ({ id }: ListedResource) => id
const many = (count: number, noun: string) => `${count.toLocaleString('en')} ${count === 1 ? noun : pluralOf(noun)}`
const pluralOf = (noun: string) => (noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`)

const factsOf = ({ noun }: ResourceKind, rows: readonly ListedResource[], total: number): readonly string[] => {
  const count = (status: string) => rows.filter(({ job_status: each }) => each === status).length
  const [failing, warning] = [count('FAILED'), count('WARNING')]
  return [
    many(total, noun),
    ...(failing > 0 ? [`${failing} failing`] : []),
    ...(warning > 0 ? [`${warning} with errors`] : []),
    ...(total > rows.length ? [`the newest ${listedMax} are shown; search to find others`] : []),
  ]
}

const apiPathOf = ({ listed }: ResourceKind, search: string) => {
  const query = Object.entries(listQuery(search)).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return `/api/db/${listed}?${new URLSearchParams(query).toString()}`
}

/** The resources of one kind: where they come from, whether their work succeeds, and making another one (ledger SHELL-45). */
export function ResourcesPage({ table }: { readonly table: ResourceTable }) {
  const kind = resourceKinds[table]
  const [search, setSearch] = useQueryState('search')
  const [{ sorting }, changeTable] = useTableState()
  const { data, error, isPending, isFetching, refetch } = useQuery(resourcesQuery(kind, search.trim()))
  const create = useAllowed('create', kind.resource)
  const [, navigate] = useLocation()
  const columns = resourceColumns(kind)
  const rows = data?.rows ?? []
  const shown = sorting === null ? troubleFirst(rows) : inOrder(rows, columns, sorting, sorting)
  return (
    <Page
      title={kind.title}
      crumbs={crumbs}
      views={<ViewMenu />}
      refresh={{ busy: isFetching, onRefresh: () => void refetch() }}
    >
      <ListHead
        filters={
          <SearchInput
            label={`Search ${pluralOf(kind.noun)}`}
            placeholder="Search by name"
            debounceMs={300}
            value={search}
            onChange={setSearch}
          />
        }
        action={
          <Button
            look="primary"
            icon={<Plus />}
            disabledReason={create.reason}
            onClick={() => navigate(resourceHref(kind, 'new'))}
          >
            {`Add ${kind.noun}`}
          </Button>
        }
        facts={data === undefined ? [] : factsOf(kind, rows, data.total ?? rows.length)}
        tools={
          <ListTools
            table={kind.table}
            columns={columns}
            texts={textColumns(columns)}
            pages={wholeList(shown)}
            apiPath={apiPathOf(kind, search.trim())}
          />
        }
      />
      {kind.note !== undefined && hasOwnBackend() ? (
        <Callout bar tone="info">
          {kind.note}
        </Callout>
      ) : null}
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table={kind.table}
        label={kind.title}
        columns={columns}
        rows={shown}
        keyOf={idOf}
        loading={isPending && error === null}
        sorting={sorting}
        onSort={(next) => changeTable({ sorting: next })}
        empty={error === null ? <Nothing kind={kind} isFiltered={search !== ''} /> : null}
      />
    </Page>
  )
}

function Nothing({ kind, isFiltered }: { readonly kind: ResourceKind; readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={`No ${kind.noun} matches`} />
  return (
    <EmptyState title={`No ${pluralOf(kind.noun)} yet`}>
      <p>{`Add one here${documents[kind.table] ?? ''}.`}</p>
    </EmptyState>
  )
}

const documents: Partial<Record<ResourceTable, string>> = {
  canaries: ', or put a document of kind Canary into RESOURCES_DIR',
  topologies: ', or put a document of kind Topology into RESOURCES_DIR',
  config_scrapers: ', or put a document of kind ScrapeConfig into RESOURCES_DIR',
}
