import { useQuery } from '@tanstack/react-query'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { listInPages } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import {
  byType,
  healthCount,
  itemsPage,
  itemsQuery,
  listItems,
  type CatalogFilter,
  type ListedItem,
} from './catalog-api.ts'
import { isNarrowed, viewStateOf } from './catalog-filter.ts'
import { itemColumns } from './item-columns.tsx'
import { NoItems } from './no-items.tsx'

const exportedAtOnce = 500
const texts = textColumns(itemColumns)
const idOf = ({ id }: ListedItem) => id
const count = (amount: number) => amount.toLocaleString('en')

const useFacts = (filter: CatalogFilter, total: number | null): readonly string[] => {
  const { data: unhealthy } = useQuery(healthCount(filter, 'unhealthy'))
  const { data: warning } = useQuery(healthCount(filter, 'warning'))
  if (total === null) return []
  return [
    `${count(total)} ${total === 1 ? 'item' : 'items'}`,
    ...(unhealthy ? [`${count(unhealthy)} unhealthy`] : []),
    ...(warning ? [`${count(warning)} warning`] : []),
  ]
}

/** The items that match, page by page (ledger CAT-01, CAT-05). */
export function ItemList({ filter, filters }: { readonly filter: CatalogFilter; readonly filters: React.ReactNode }) {
  const [{ pageIndex, pageSize }, changeTable] = useTableState()
  const { data, error, isPending, refetch } = useQuery(
    itemsPage(filter, { offset: pageIndex * pageSize, limit: pageSize }),
  )
  const facts = useFacts(filter, data?.total ?? null)
  return (
    <>
      <ListHead
        filters={filters}
        facts={facts}
        tools={
          <ListTools
            table="catalog"
            columns={itemColumns}
            texts={texts}
            pages={listInPages(exportedAtOnce, idOf, (range, signal) => listItems(filter, range, signal))}
            apiPath={`/api/db/configs?${new URLSearchParams(itemsQuery(filter)).toString()}`}
            state={viewStateOf(filter)}
          />
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="catalog"
        label="Config items"
        columns={itemColumns}
        rows={data?.rows ?? []}
        keyOf={idOf}
        loading={isPending && error === null}
        sorting={filter.sorting ?? byType}
        onSort={(sorting) => changeTable({ sorting })}
        empty={error === null ? <NoItems isFiltered={isNarrowed(filter)} /> : null}
      />
      {data === undefined || data.total === null || data.total === 0 ? null : (
        <Pager
          pageIndex={pageIndex}
          pageSize={pageSize}
          pageSizes={serverPageSizes}
          total={data.total}
          onPage={(index) => changeTable({ pageIndex: index })}
          onPageSize={(size) => changeTable({ pageSize: size })}
        />
      )}
    </>
  )
}
