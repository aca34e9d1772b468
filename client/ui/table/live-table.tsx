import { useCallback, useMemo, useRef } from 'react'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useStepKeys } from '#client/lib/browser/use-step-keys.ts'
import type { GridColumn } from '#client/ui/grid/grid-column.ts'
import { LiveGrid, type LiveGridProps } from '#client/ui/grid/live-grid.tsx'
import { changeColumns, useColumnChoice } from './column-choice.ts'
import { resizeColumn } from './column-settings.ts'
import { fitColumns, type FittedColumn } from './fit-columns.ts'
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

const toGridColumn = <R,>(fit: FittedColumn<TableColumn<R>>, scale: number): GridColumn<R> => {
  const { column, widthPx, stuckAtPx } = fit
  const scaled = (px: number) => Math.round(px * scale)
  const declared: Pick<GridColumn<R>, 'flex' | 'width' | 'minWidth' | 'maxWidth'> = {
    ...(column.flex !== undefined && { flex: column.flex }),
    ...(column.width !== undefined && { width: scaled(column.width) }),
    ...(column.minWidth !== undefined && { minWidth: scaled(column.minWidth) }),
    ...(column.maxWidth !== undefined && { maxWidth: scaled(column.maxWidth) }),
  }
  return {
    id: column.id,
    title: column.title,
    cell: column.cell,
    isPinned: stuckAtPx !== null,
    ...(column.isTitleHidden === true && { isTitleHidden: true }),
    ...(column.isSortable !== undefined && { isSortable: column.isSortable }),
    ...(column.flashOn !== undefined && { flashOn: column.flashOn }),
    ...(widthPx === null ? declared : { width: scaled(widthPx) }),
  }
}

const isEvery = () => true

export function LiveTable<R>(props: LiveTableProps<R>) {
  const { table, className, columns, phoneColumns, isOpenable = isEvery, ...grid } = props
  const frame = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLSpanElement>(null)
  const { width, scale } = useTableRoom(frame, ruler)
  const settings = useColumnChoice(table)
  const rowHeight = usePreferences((preferences) => preferences.rowHeight)
  const { rows, getId, selectedId = null, onOpen } = grid
  useStepKeys(selectedId !== null && onOpen !== undefined, (by) => {
    const openable = rows.filter((row) => isOpenable(row))
    const next = openable[openable.findIndex((row) => getId(row) === selectedId) + by]
    if (next !== undefined) onOpen?.(next)
  })
  const isPhone = width / scale <= phoneWidth
  const fit = isPhone ? null : fitColumns(columns, width / scale, settings)
  // The grid redraws every cell for a new array of columns.
  const fitKey =
    fit === null ? '' : fit.fitted.map((each) => `${each.column.id} ${each.widthPx} ${each.stuckAtPx}`).join()
  const shown = useMemo(() => {
    const fitted = fit?.fitted ?? phoneColumns.map((column) => ({ column, widthPx: null, stuckAtPx: null }))
    return fitted.map((each) => toGridColumn(each, scale))
    // oxlint-disable-next-line react/exhaustive-deps -- the key names everything of the fit that columns use
  }, [columns, phoneColumns, isPhone, fitKey, scale])
  const handleResize = useCallback(
    (id: string, px: number | null) =>
      changeColumns(table, resizeColumn(settings, id, px === null ? null : px / scale)),
    [table, settings, scale],
  )
  return (
    <div ref={frame} className={`live-table ${className}`}>
      <TableRuler ref={ruler} />
      {width === 0 ? null : (
        <LiveGrid
          {...grid}
          columns={shown}
          onResize={handleResize}
          rowHeight={Math.round((isPhone ? phoneRowHeight : rowHeights[rowHeight]) * scale)}
          headerHeight={isPhone ? 0 : Math.round(headerHeight * scale)}
        />
      )}
    </div>
  )
}
