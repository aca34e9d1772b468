import { toCheckState } from '#shared/health/check-state.ts'
import { sameListRow, type HealthListRow } from '#shared/health/health-list.ts'
import { SilencedRows } from '#client/domain/notifications/silenced-rows.tsx'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { LiveTable } from '#client/ui/table/live-table.tsx'
import { openCheck, setOrder } from '#client/features/health/use-health-query.ts'
import { isCheckRow } from './use-check-bulk.ts'
import { checkPhoneColumns, checkTable, type CheckColumn } from './check-columns.tsx'
import './check-table.css'

export interface CheckTableProps {
  readonly rows: readonly HealthListRow[]
  readonly columns: readonly CheckColumn[]
  readonly selectedId: string | null
  readonly sorting: Sorting | null
  readonly view: string
  readonly onToggle: (key: string, open: boolean) => void
  readonly onToggleRest: (key: string) => void
}

export const listRowId = (row: HealthListRow): string => row.id

const rowClasses: Readonly<Record<string, (row: HealthListRow) => boolean>> = {
  'check-row-group': ({ kind }) => kind === 'group',
  'check-row-stale': (row) => row.kind !== 'more' && row.stale,
  'check-row-bad': (row) => row.kind === 'check' && toCheckState(row.check) === 'unhealthy',
}

export function CheckTable({ rows, columns, selectedId, sorting, view, onToggle, onToggleRest }: CheckTableProps) {
  const handleOpen = (row: HealthListRow) => {
    if (row.kind === 'check') openCheck(row.id)
    else if (row.kind === 'group') onToggle(row.key, row.open)
    else onToggleRest(row.key)
  }
  const handleKey = (row: HealthListRow, key: string) => {
    if (row.kind !== 'group' || key !== (row.open ? 'ArrowLeft' : 'ArrowRight')) return false
    onToggle(row.key, row.open)
    return true
  }
  return (
    <>
      <SilencedRows />
      <LiveTable
        table={checkTable}
        className="check-table"
        label="Checks"
        rows={rows}
        getId={listRowId}
        same={sameListRow}
        columns={columns}
        phoneColumns={checkPhoneColumns}
        rowClasses={rowClasses}
        selectedId={selectedId}
        sorting={sorting}
        onSort={setOrder}
        view={view}
        onOpen={handleOpen}
        onKey={handleKey}
        isOpenable={isCheckRow}
      />
    </>
  )
}
