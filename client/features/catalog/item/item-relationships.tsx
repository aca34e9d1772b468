import { useQuery } from '@tanstack/react-query'
import { relatedPage, type ListedItem, type Relation } from '#client/features/catalog/catalog-api.ts'
import { itemColumns } from '#client/features/catalog/item-columns.tsx'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import { changeQuery, useQueryState } from '#client/lib/address/query-state.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { ListFilters } from '#client/ui/table/list-filters.tsx'
import { Pager } from '#client/ui/table/pager.tsx'

const directions = [
  { value: 'outgoing', label: 'Outgoing' },
  { value: 'incoming', label: 'Incoming' },
  { value: 'all', label: 'Both' },
] as const
const directionOf = (text: string): Relation['direction'] =>
  directions.find(({ value }) => value === text)?.value ?? 'outgoing'

const idOf = ({ id }: ListedItem) => id
const toFirstPage = () => changeQuery((params) => params.delete('pageIndex'))

/** What an item hangs on and what hangs on it. */
export function ItemRelationships({ id }: { readonly id: string }) {
  const [named, setDirection] = useQueryState('direction', 'outgoing')
  const [soft, setSoft] = useQueryState('soft')
  const isDeletedShown = usePreferences((preferences) => preferences.showDeletedConfigs)
  const [{ pageIndex, pageSize }, changeTable] = useTableState()
  const relation = { direction: directionOf(named), isSoftShown: soft === 'true', isDeletedShown }
  const page = { offset: pageIndex * pageSize, limit: pageSize }
  const { data, error, isPending, refetch } = useQuery(relatedPage(id, relation, page))
  return (
    <>
      <ListFilters>
        <Segmented
          label="Direction"
          options={directions}
          value={relation.direction}
          onChange={(next) => {
            setDirection(next)
            toFirstPage()
          }}
        />
        <Switch
          label="Soft relationships"
          checked={relation.isSoftShown}
          onChange={(isShown) => {
            setSoft(isShown ? 'true' : '')
            toFirstPage()
          }}
        />
      </ListFilters>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="catalog"
        label="Related items"
        columns={itemColumns}
        rows={data?.rows ?? []}
        keyOf={idOf}
        loading={isPending && error === null}
        empty={error === null ? <EmptyState title="No related items this way" /> : null}
      />
      {data === undefined || data.total === null || data.total <= pageSize ? null : (
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
