import { Plus } from '@blueprintjs/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { scraperTable } from '#shared/catalog/catalog-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { CatalogTabs } from '#client/features/catalog/catalog-tabs.tsx'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { inOrder, textColumns } from '#client/ui/table/text-column.ts'
import { runScraper, scrapersKey, scrapersQuery, type Scraper } from './scrapers-api.ts'
import { scraperColumns } from './scraper-columns.tsx'
import '#client/features/catalog/catalog.css'

const byName = { id: 'name', desc: false }
const idOf = ({ id }: Scraper) => id

const factsOf = (scrapers: readonly Scraper[]): readonly string[] => {
  const failing = scrapers.filter(({ job_status: status }) => status === 'FAILED').length
  const warning = scrapers.filter(({ job_status: status }) => status === 'WARNING').length
  return [
    `${scrapers.length} ${scrapers.length === 1 ? 'scraper' : 'scrapers'}`,
    ...(failing > 0 ? [`${failing} failing`] : []),
    ...(warning > 0 ? [`${warning} with errors`] : []),
  ]
}

/** What fills the catalog: each scraper, whether it works, what its last run did, and a run of it now. */
export function ScrapersPage() {
  const { data: scrapers, error, isPending, isFetching, refetch } = useQuery(scrapersQuery)
  useTableChanges(scraperTable, scrapersKey)
  const client = useQueryClient()
  const [search, setSearch] = useQueryState('search')
  const [{ sorting }, changeTable] = useTableState()
  const missing = useAllowed('update', 'config_scrapers').reason
  const create = useAllowed('create', 'config_scrapers')
  const [, navigate] = useLocation()
  const run = useMutation({
    mutationFn: ({ id }: Scraper) => runScraper(id),
    onSuccess: ({ status, error_count: errors }, { name }) => {
      const failures = errors ? `, ${errors.toLocaleString('en')} ${errors === 1 ? 'error' : 'errors'}` : ''
      showToast(
        status === 'FAILED' ? 'error' : 'success',
        `${name ?? 'The scraper'} ran: ${status ?? 'done'}${failures}`,
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: scrapersKey }),
  })
  const columns = scraperColumns({
    runningId: run.isPending ? run.variables.id : null,
    missing,
    onRun: (scraper) => run.mutate(scraper),
  })
  const sought = search.trim().toLowerCase()
  const matching = (scrapers ?? []).filter(({ name }) => (name ?? '').toLowerCase().includes(sought))
  const shown = inOrder(matching, columns, sorting, byName)
  return (
    <Page title="Catalog" views={<ViewMenu />} refresh={{ busy: isFetching, onRefresh: () => void refetch() }}>
      <CatalogTabs selected={routes.scrapers} />
      <ListHead
        filters={
          <SearchInput label="Search scrapers" placeholder="Search by name" value={search} onChange={setSearch} />
        }
        action={
          <Button
            look="primary"
            icon={<Plus />}
            disabledReason={create.reason}
            onClick={() => navigate(linkTo(routes.scraper, { id: 'new' }))}
          >
            Add scraper
          </Button>
        }
        facts={scrapers === undefined ? [] : factsOf(scrapers)}
        tools={
          <ListTools
            table="scrapers"
            columns={columns}
            texts={textColumns(columns)}
            pages={wholeList(shown)}
            apiPath="/api/db/config_scrapers_with_status?deleted_at=is.null&order=name.asc"
          />
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="scrapers"
        label="Scrapers"
        columns={columns}
        rows={shown}
        keyOf={idOf}
        loading={isPending && error === null}
        sorting={sorting ?? byName}
        onSort={(next) => changeTable({ sorting: next })}
        empty={error === null ? <Nothing isFiltered={sought !== ''} /> : null}
      />
    </Page>
  )
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No scraper matches" />
  return (
    <EmptyState title="No scrapers yet">
      <p>
        {hasOwnBackend() ? (
          <>
            Add one here, or a <code>kind: ScrapeConfig</code> file to <code>RESOURCES_DIR</code>.
          </>
        ) : (
          'Scrapers of the backend appear here.'
        )}
      </p>
    </EmptyState>
  )
}
