import { useMemo, useRef } from 'react'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useStepKeys } from '#client/lib/browser/use-step-keys.ts'
import type { GridColumn } from '#client/ui/grid/grid-column.ts'
import { LiveGrid, type LiveGridProps } from '#client/ui/grid/live-grid.tsx'
import { useColumnChoice } from './column-choice.ts'
import { fitColumns } from './fit-columns.ts'
import './live-table.css'
import type { TableColumn } from './table-column.ts'
import { TableRuler } from './table-ruler.tsx'
import { useTableRoom } from './use-table-room.ts'

interface LiveTableProps<R> extends Omit<LiveGridProps<R>, 'columns' | 'rowHeight' | 'headerHeight'> {
  readonly table: string
  readonly className: string
  /** Must be the same arrays on every render. */
  readonly columns: readonly TableColumn<R>[]
  readonly phoneColumns: readonly TableColumn<R>[]
  /** Rows that J and K skip open no panel. */
  readonly isOpenable?: (row: R) => boolean
}

const phoneWidth = 480
const phoneRowHeight = 48
const headerHeight = 28
const rowHeights = { compact: 28, comfortable: 34 } as const

const scaled = <R,>(column: TableColumn<R>, scale: number): GridColumn<R> => ({
  id: column.id,
  title: column.title,
  cell: column.cell,
  ...(column.isTitleHidden === true && { isTitleHidden: true }),
  ...(column.flex !== undefined && { flex: column.flex }),
  ...(column.isSortable !== undefined && { isSortable: column.isSortable }),
  ...(column.flashOn !== undefined && { flashOn: column.flashOn }),
  ...(column.width !== undefined && { width: Math.round(column.width * scale) }),
  ...(column.minWidth !== undefined && { minWidth: Math.round(column.minWidth * scale) }),
  ...(column.maxWidth !== undefined && { maxWidth: Math.round(column.maxWidth * scale) }),
})

const isEvery = () => true

export function LiveTable<R>(props: LiveTableProps<R>) {
  const { table, className, columns, phoneColumns, isOpenable = isEvery, ...grid } = props
  const frame = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLSpanElement>(null)
  const { width, scale } = useTableRoom(frame, ruler)
  const chosen = useColumnChoice(table)
  const rowHeight = usePreferences((preferences) => preferences.rowHeight)
  const { rows, getId, selectedId = null, onOpen } = grid
  useStepKeys(selectedId !== null && onOpen !== undefined, (by) => {
    const openable = rows.filter((row) => isOpenable(row))
    const next = openable[openable.findIndex((row) => getId(row) === selectedId) + by]
    if (next !== undefined) onOpen?.(next)
  })
  const isPhone = width / scale <= phoneWidth
  const fitting = isPhone ? phoneColumns : fitColumns(columns, width / scale, chosen)
  // The grid redraws every cell for a new array of columns.
  const ids = fitting.map(({ id }) => id).join()
  const shown = useMemo(() => {
    const wanted = new Set(ids.split(','))
    return (isPhone ? phoneColumns : columns).filter(({ id }) => wanted.has(id)).map((column) => scaled(column, scale))
  }, [columns, phoneColumns, isPhone, ids, scale])
  return (
    <div ref={frame} className={`live-table ${className}`}>
      <TableRuler ref={ruler} />
      {width === 0 ? null : (
        <LiveGrid
          {...grid}
          columns={shown}
          rowHeight={Math.round((isPhone ? phoneRowHeight : rowHeights[rowHeight]) * scale)}
          headerHeight={isPhone ? 0 : Math.round(headerHeight * scale)}
        />
      )}
    </div>
  )
}
