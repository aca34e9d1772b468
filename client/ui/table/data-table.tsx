import { useEffect, useRef } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { DrawnCell } from '#client/ui/grid/drawn-cell.tsx'
import type { HeadOptions } from '#client/ui/grid/head-title.tsx'
import { useWholeRows } from '#client/ui/layout/use-whole-rows.ts'
import './data-table.css'
import { HeaderCell } from './header-cell.tsx'
import { layOutColumns, layOutSnugly, type LaidOutColumn } from './lay-out-columns.ts'
import type { ListColumn } from './list-column.ts'
import { pressRowKey } from './press-row-key.ts'
import { TableRuler } from './table-ruler.tsx'
import { useFittedColumns } from './use-fitted-columns.ts'
import { useRowKeys } from './use-row-keys.ts'

export interface DataTableProps<Row> extends Pick<HeadOptions, 'sorting' | 'usual' | 'onSort'> {
  readonly table?: string
  readonly label: string
  readonly columns: readonly ListColumn<Row>[]
  readonly rows: readonly Row[]
  readonly getKey: (row: Row) => string
  readonly loading?: boolean
  /** Null while it is unknown whether the list is empty. */
  readonly empty?: React.ReactNode
  readonly onRow?: ((row: Row) => void) | undefined
  readonly selected?: string | undefined
  readonly onEnd?: () => void
  /** Counts also rows of other pages; null while unknown. */
  readonly total?: number | null
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

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, loading = false, empty = <EmptyState title="No data available" /> } = props
  if (rows.length > 0) return <Filled {...props} />
  return loading ? <SkeletonRows label={`Loading ${label}`} /> : empty
}

/** Of its text: a phone, or the large text of a wall. */
const narrowBelow = 520

const findRow = (frame: HTMLElement, index: number) => frame.querySelector('table')?.tBodies[0]?.rows[index]
const findIndex = (element: Element) => element.closest<HTMLTableRowElement>('tbody > tr')?.sectionRowIndex ?? -1

interface RowProps<Row> {
  readonly onRow: ((row: Row) => void) | undefined
  readonly row: Row
  readonly columns: readonly LaidOutColumn<Row>[]
  readonly isSelected: boolean
  readonly isTabStop: boolean
}

function TableRow<Row>({ row, columns, onRow, isSelected, isTabStop }: RowProps<Row>) {
  return (
    <tr
      tabIndex={isTabStop ? 0 : -1}
      data-clickable={onRow ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
      onClick={onRow && (() => onRow(row))}
      onKeyDown={pressRowKey}
    >
      {columns.map(({ column, stuck, isSnug, maxWidth }) => (
        <td
          key={column.id}
          data-align={column.align}
          data-snug={isSnug ? '' : undefined}
          style={{ maxWidth, ...stuck }}
        >
          <DrawnCell cell={column.cell} row={row} />
        </td>
      ))}
    </tr>
  )
}

const toWallColumn = <Row,>(column: ListColumn<Row>): ListColumn<Row> =>
  column.id === 'state' ? { ...column, isTitleHidden: true } : column

/** Columns of buttons have no title. */
const toWallColumns = <Row,>(columns: readonly ListColumn<Row>[]): readonly ListColumn<Row>[] =>
  columns.filter(({ title }) => title !== '').map(toWallColumn)

function Filled<Row>(props: DataTableProps<Row>) {
  const { table, label, rows, getKey, sorting, usual, onSort, onRow, selected = '', onEnd, total = null } = props
  const isWall = useIsWall(window.location.pathname)
  const offered = isWall ? toWallColumns(props.columns) : props.columns
  const { frame, ruler, room, scale, fitted, scrollsPx, handleResize } = useFittedColumns(table, offered)
  const whole = useWholeRows(frame, 'tbody > tr', isWall)
  const selectedId = selected === '' ? null : selected
  useRowKeys({ frame, rows, getId: getKey, selectedId, onOpen: onRow, findRow, findIndex })
  const isNarrow = room < narrowBelow
  const isSnug = isWall || (isNarrow && fitted.every(({ widthPx }) => widthPx === null))
  const columns = isSnug
    ? layOutSnugly(fitted, scale, isWall ? 'flex' : 'minWidth')
    : layOutColumns(fitted, room, scale)
  const entry = rows.findIndex((row) => getKey(row) === selectedId)
  return (
    <div ref={frame} className="data-table-scroll">
      <TableRuler ref={ruler} />
      <table
        className="data-table"
        aria-label={label}
        data-narrow={isNarrow ? '' : undefined}
        data-snug={isSnug ? '' : undefined}
        style={scrollsPx === null ? undefined : { width: scrollsPx * scale }}
      >
        <thead>
          <tr>
            {columns.map(({ column, width, maxWidth, stuck }) => (
              <HeaderCell
                key={column.id}
                column={column}
                style={{ width, maxWidth, ...stuck, ...(stuck && { zIndex: 3 }) }}
                sorting={sorting}
                usual={usual}
                onSort={column.isSortable === true && !isWall ? onSort : undefined}
                onResize={column.title === '' || table === undefined || isWall ? undefined : handleResize}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <TableRow
              key={getKey(row)}
              row={row}
              columns={columns}
              onRow={onRow}
              isSelected={getKey(row) === selectedId}
              isTabStop={onRow !== undefined && index === Math.max(0, entry)}
            />
          ))}
        </tbody>
      </table>
      {whole === null ? null : (
        <p className="data-table-rest dim">
          {total === null ? `First ${whole} shown` : `${formatCount(Math.max(total, rows.length) - whole)} more`}
        </p>
      )}
      {onEnd && !isWall && <End onEnd={onEnd} />}
    </div>
  )
}
