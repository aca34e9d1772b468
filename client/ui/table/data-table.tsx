import { useEffect, useRef } from 'react'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { useStepKeys } from '#client/lib/browser/use-step-keys.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { CellBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { changeColumns, useColumnChoice } from './column-choice.ts'
import { resizeColumn } from './column-settings.ts'
import { fitColumns, type FittedColumn } from './fit-columns.ts'
import { HeaderCell } from './header-cell.tsx'
import type { ListColumn } from './list-column.ts'
import { TableRuler } from './table-ruler.tsx'
import { useTableRoom } from './use-table-room.ts'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import './data-table.css'

export interface Column<Row> extends ListColumn<Row> {
  readonly cell: (row: Row) => React.ReactNode
  readonly align?: 'start' | 'end'
  readonly isSortable?: boolean
  readonly width?: string
}

export interface DataTableProps<Row> {
  readonly table?: string
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly getKey: (row: Row) => string
  readonly loading?: boolean
  /** Null while it is unknown whether the list is empty. */
  readonly empty?: React.ReactNode
  readonly sorting?: Sorting | null
  readonly onSort?: (sorting: Sorting) => void
  readonly onRow?: (row: Row) => void
  readonly selected?: string
  readonly onEnd?: () => void
}

function End({ onEnd }: { readonly onEnd: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (end.current === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onEnd()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onEnd])
  return <div ref={end} />
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  return column.cell(row)
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, loading = false, empty = <EmptyState title="No data available" /> } = props
  if (rows.length > 0) return <Filled {...props} />
  return loading ? <SkeletonRows label={`Loading ${label}`} /> : empty
}

/** A table with fixed widths alone would stretch all of them, so one without a chosen width stays flexible. */
const layOut = <Row,>(fitted: readonly FittedColumn<Column<Row>>[], scale: number) => {
  const isOwn = fitted.some(({ widthPx }) => widthPx !== null)
  const isRigid = isOwn && fitted.every(({ column, widthPx }) => (widthPx ?? column.width) !== undefined)
  const flexible = isRigid ? fitted.findLast(({ widthPx }) => widthPx === null) : undefined
  return fitted.map((fit) => {
    const { column, widthPx, stuckAtPx } = fit
    return {
      column,
      width: fit === flexible ? undefined : widthPx === null ? column.width : widthPx * scale,
      stuck: stuckAtPx === null ? undefined : ({ position: 'sticky', left: stuckAtPx * scale, zIndex: 1 } as const),
    }
  })
}

function Filled<Row>(props: DataTableProps<Row>) {
  const { table, label, rows, getKey, sorting, onSort, onRow, selected, onEnd } = props
  const frame = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLSpanElement>(null)
  const { width, scale } = useTableRoom(frame, ruler)
  const settings = useColumnChoice(table)
  useStepKeys(selected !== undefined && selected !== '' && onRow !== undefined, (by) => {
    const at = rows.findIndex((row) => getKey(row) === selected) + by
    const next = rows[at]
    if (next === undefined) return
    onRow?.(next)
    frame.current?.querySelectorAll('tbody > tr')[at]?.scrollIntoView({ block: 'nearest' })
  })
  const { fitted, scrollsPx } = fitColumns(props.columns, width === 0 ? Infinity : width / scale, settings)
  const columns = layOut(fitted, scale)
  const handleResize =
    table === undefined
      ? undefined
      : (id: string, px: number | null) =>
          changeColumns(table, resizeColumn(settings, id, px === null ? null : px / scale))
  return (
    <div ref={frame} className="data-table-scroll">
      <TableRuler ref={ruler} />
      <table
        className="data-table"
        aria-label={label}
        style={scrollsPx === null ? undefined : { width: scrollsPx * scale }}
      >
        <thead>
          <tr>
            {columns.map(({ column, width: columnWidth, stuck }) => (
              <HeaderCell
                key={column.id}
                column={column}
                style={{ width: columnWidth, ...stuck, ...(stuck && { zIndex: 3 }) }}
                sorting={sorting}
                onSort={column.isSortable === true ? onSort : undefined}
                onResize={column.title === '' ? undefined : handleResize}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={getKey(row)}
              data-clickable={onRow ? '' : undefined}
              data-selected={selected === getKey(row) ? '' : undefined}
              onClick={onRow && (() => onRow(row))}
            >
              {columns.map(({ column, stuck }) => (
                <td key={column.id} data-align={column.align} style={stuck}>
                  <CellBoundary resetOn={row}>
                    <Cell column={column} row={row} />
                  </CellBoundary>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {onEnd && <End onEnd={onEnd} />}
    </div>
  )
}
