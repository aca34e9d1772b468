import { useMemo } from 'react'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import type { GridColumn } from '#client/ui/grid/grid-column.ts'
import { LiveGrid, type LiveGridProps } from '#client/ui/grid/live-grid.tsx'
import type { FittedColumn } from './fit-columns.ts'
import type { ListColumn } from './list-column.ts'
import './live-table.css'
import { TableRuler } from './table-ruler.tsx'
import { useFittedColumns } from './use-fitted-columns.ts'
import { useRowKeys } from './use-row-keys.ts'

interface LiveTableProps<R> extends Omit<LiveGridProps<R>, 'columns' | 'rowHeight' | 'headerHeight'> {
  readonly table: string
  readonly className: string
  /** Must be the same arrays on every render. */
  readonly columns: readonly ListColumn<R>[]
  readonly phoneColumns: readonly ListColumn<R>[]
  /** Rows that J and K skip open no panel. */
  readonly isOpenable?: (row: R) => boolean
}

const phoneWidth = 480
const phoneRowHeight = 48
/** Two lines of text, without room for a finger. */
const wallRowHeight = 38
const headerHeight = 28
const rowHeights = { compact: 28, comfortable: 34 } as const

/** A grid fills its width only if the shares of its columns add up to 1, also after the widest column left. */
const flexScale = 10

const toGridColumn = <R,>(fit: FittedColumn<ListColumn<R>>, scale: number): GridColumn<R> => {
  const { flex = 1, width, minWidth, maxWidth, ...column } = fit.column
  const fixedPx = fit.widthPx ?? width
  const scaled = (px: number) => Math.round(px * scale)
  return {
    ...column,
    isPinned: fit.stuckAtPx !== null,
    ...(fixedPx === undefined ? { flex: flex * flexScale } : { width: scaled(fixedPx) }),
    ...(fixedPx === undefined && minWidth !== undefined && { minWidth: scaled(minWidth) }),
    ...(fixedPx === undefined && maxWidth !== undefined && { maxWidth: scaled(maxWidth) }),
  }
}

/** Its first cell with text: the row of a group has no box. */
const findRow = (frame: HTMLElement, index: number) => {
  const cells = [...frame.querySelectorAll<HTMLElement>(`.ag-row[row-index="${index}"] .ag-cell`)]
  return cells.find(({ textContent }) => textContent !== '') ?? cells[0]
}
const findIndex = (element: Element) => Number(element.closest('.ag-row')?.getAttribute('row-index') ?? -1)

export function LiveTable<R>(props: LiveTableProps<R>) {
  const { table, className, columns, phoneColumns, isOpenable, ...grid } = props
  const { frame, ruler, room, scale, fitted, handleResize } = useFittedColumns(table, columns)
  const rowHeight = usePreferences((preferences) => preferences.rowHeight)
  const { rows, getId, selectedId = null, onOpen } = grid
  useRowKeys({ frame, rows, getId, selectedId, onOpen, isOpenable, findRow, findIndex })
  const isPhone = room <= phoneWidth
  const isWall = useIsWall(window.location.pathname)
  const phoneHeight = isWall ? wallRowHeight : phoneRowHeight
  // The grid redraws every cell for a new array of columns.
  const fitKey = isPhone ? '' : fitted.map((fit) => `${fit.column.id} ${fit.widthPx} ${fit.stuckAtPx}`).join()
  const shown = useMemo(() => {
    const fits = isPhone ? phoneColumns.map((column) => ({ column, widthPx: null, stuckAtPx: null })) : fitted
    return fits.map((fit) => toGridColumn(fit, scale))
    // oxlint-disable-next-line react/exhaustive-deps -- the key names everything of the fit that columns use
  }, [columns, phoneColumns, isPhone, fitKey, scale])
  const rowPx = Math.round((isPhone ? phoneHeight : rowHeights[rowHeight]) * scale)
  const headPx = isPhone ? 0 : Math.round(headerHeight * scale)
  const heights = { '--row-height': `${rowPx}px`, '--head-height': `${headPx}px` } as React.CSSProperties
  return (
    <div ref={frame} className={`live-table ${className}`} style={heights}>
      <TableRuler ref={ruler} />
      {room === Infinity ? null : (
        <LiveGrid {...grid} columns={shown} onResize={handleResize} rowHeight={rowPx} headerHeight={headPx} />
      )}
    </div>
  )
}
