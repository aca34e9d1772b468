import { lazy, Suspense, useMemo } from 'react'
import type { HealthListRow } from '#shared/health/health-list.ts'
import { SelectionContext, useSelection } from '#client/ui/table/bulk/use-selection.tsx'
import { CheckTable, listRowId, type CheckTableProps } from './check-table.tsx'
import { isCheckRow, useCheckBulk } from './use-check-bulk.ts'

const BulkBar = lazy(async () => ({
  default: (await import('#client/ui/table/bulk/bulk-bar.tsx')).BulkBar<HealthListRow>,
}))

interface SelectableChecksProps extends CheckTableProps {
  readonly onDone: () => void
}

export function SelectableChecks({ rows, columns, onDone, ...table }: SelectableChecksProps) {
  const bulk = useCheckBulk()
  const checkRows = useMemo(() => rows.filter(isCheckRow), [rows])
  const { column, selected, setSelected, context } = useSelection<HealthListRow>({
    rows: checkRows,
    getKey: listRowId,
    bulk,
    isSelectable: isCheckRow,
    isOneTabStop: true,
  })
  const columnsWithBoxes = useMemo(() => (column === null ? columns : [column, ...columns]), [column, columns])
  return (
    <>
      {selected.length === 0 ? null : (
        <Suspense fallback={null}>
          <BulkBar bulk={bulk} rows={checkRows} selected={selected} onSelect={setSelected} onDone={onDone} />
        </Suspense>
      )}
      <SelectionContext value={context}>
        <CheckTable {...table} rows={rows} columns={columnsWithBoxes} />
      </SelectionContext>
    </>
  )
}
