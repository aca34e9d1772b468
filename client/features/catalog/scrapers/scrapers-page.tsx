import { formatCount } from '#shared/primitives/format-count.ts'
import { listDistinct } from '#client/lib/text/list-distinct.ts'
import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { Plus } from '@blueprintjs/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { passesAny, passesFilter, readFilter } from '#shared/filters/filter-value.ts'
import { scraperTable } from '#shared/catalog/catalog-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { CatalogTabs } from '#client/features/catalog/catalog-tabs.tsx'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { FacetFilters } from '#client/ui/table/facet-filters.tsx'
import { listSourceKinds, runScraper, scrapersKey, scrapersQuery, type Scraper } from './scrapers-api.ts'
import { scraperColumns } from './scraper-columns.tsx'
import '#client/features/catalog/catalog.css'

const byName = { id: 'name', desc: false }
const none: readonly Scraper[] = []
const getId = ({ id }: Scraper) => id

const listFacts = (scrapers: readonly Scraper[]): readonly string[] => {
  const failing = scrapers.filter(({ job_status: status }) => status === 'FAILED').length
  const warning = scrapers.filter(({ job_status: status }) => status === 'WARNING').length
  return [
    ...countFact(scrapers.length, 'scraper', 'scrapers'),
    ...(failing > 0 ? [`${failing} failing`] : []),
    ...(warning > 0 ? [`${warning} with errors`] : []),
  ]
}

const howToAdd = (
  <span className="not-on-walls">
    Add one here, or a <code>kind: ScrapeConfig</code> file to <code>RESOURCES_DIR</code>.
  </span>
)

const useRun = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Scraper) => runScraper(id),
    onSuccess: ({ status, error_count: errors }, { name }) => {
      const failures = errors ? `, ${formatCount(errors, 'error')}` : ''
      showToast(
        status === 'FAILED' ? 'error' : 'success',
        `${name ?? 'The scraper'} ran: ${status ?? 'done'}${failures}`,
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: scrapersKey }),
  })
}

const neverRun = 'never run'
const toStatus = ({ job_status: status }: Scraper) => status ?? neverRun
const useFiltered = (scrapers: readonly Scraper[]) => {
  const params = useQueryParams()
  const search = (params.get('search') ?? '').trim().toLowerCase()
  const [statuses, kinds] = [readFilter(params.get('status') ?? ''), readFilter(params.get('kind') ?? '')]
  return {
    isFiltered: search !== '' || statuses.size + kinds.size > 0,
    facets: [
      { label: 'Status', key: 'status', values: listDistinct(scrapers.map(toStatus)), filter: statuses },
      { label: 'Scrapes', key: 'kind', values: listDistinct(scrapers.flatMap(listSourceKinds)), filter: kinds },
    ],
    rows: scrapers.filter(
      (scraper) =>
        (scraper.name ?? '').toLowerCase().includes(search) &&
        passesFilter(statuses, toStatus(scraper)) &&
        passesAny(kinds, listSourceKinds(scraper)),
    ),
  }
}

export function ScrapersPage() {
  const query = useQuery(scrapersQuery)
  useTableChanges(scraperTable, scrapersKey)
  const { rows, facets, isFiltered } = useFiltered(query.data ?? none)
  const missing = useAllowed('update', 'config_scrapers').reason
  const create = useAllowed('create', 'config_scrapers')
  const [, navigate] = useLocation()
  const run = useRun()
  const source = useWholeList({
    reading: queryReading(query),
    columns: scraperColumns({
      runningId: run.isPending ? run.variables.id : null,
      missing,
      onRun: (scraper) => run.mutate(scraper),
    }),
    rows,
    usual: byName,
  })
  return (
    <ListPage
      title="Catalog"
      section="Scrapers"
      above={
        <>
          <CatalogTabs selected={routes.scrapers} />
          <RejectedDocuments kinds={['ScrapeConfig']} />
        </>
      }
      table="scrapers"
      label="Scrapers"
      source={source}
      getKey={getId}
      filters={
        <FacetFilters
          search={{ label: 'Search scrapers', placeholder: 'Search by name', debounceMs: 0 }}
          facets={facets}
        />
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
      facts={query.data === undefined ? [] : listFacts(query.data)}
      apiPath="/api/db/config_scrapers_with_status?deleted_at=is.null&order=created_at.desc&limit=100"
      nothing={{
        isFiltered: isFiltered,
        noMatch: 'No scrapers match',
        empty: {
          title: 'No scrapers yet',
          text: hasOwnBackend() ? (create.reason ?? howToAdd) : 'Scrapers from the backend appear here.',
        },
      }}
    />
  )
}
