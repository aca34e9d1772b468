import { ChevronDown, ChevronUp } from '@blueprintjs/icons'
import { useEffect, useRef } from 'react'
import type { Sorting } from '#client/lib/address/table-state.ts'
import { useStepKeys } from '#client/lib/browser/use-step-keys.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { CellBoundary } from '#client/ui/feedback/part-boundary.tsx'
import { useColumnChoice } from './column-choice.ts'
import { fitColumns } from './fit-columns.ts'
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

function SortButton({
  column,
  sorting,
  onSort,
}: { column: Column<never>; onSort: (sorting: Sorting) => void } & Pick<DataTableProps<never>, 'sorting'>) {
  const sorted = sorting?.id === column.id ? sorting : null
  return (
    <button
      type="button"
      className="data-table-sort"
      onClick={() => onSort({ id: column.id, desc: sorted !== null && !sorted.desc })}
    >
      {column.title}
      {sorted === null ? null : sorted.desc ? <ChevronDown size={12} /> : <ChevronUp size={12} />}
    </button>
  )
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

const ariaSort = (sorting: Sorting | null | undefined, id: string) => {
  if (sorting?.id !== id) return undefined
  return sorting.desc ? 'descending' : 'ascending'
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  return column.cell(row)
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, loading = false, empty = <EmptyState title="No data available" /> } = props
  if (rows.length > 0) return <Filled {...props} />
  return loading ? <SkeletonRows label={`Loading ${label}`} /> : empty
}

function Filled<Row>(props: DataTableProps<Row>) {
  const { table = '', label, rows, getKey, sorting, onSort, onRow, selected, onEnd } = props
  const frame = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLSpanElement>(null)
  const { width, scale } = useTableRoom(frame, ruler)
  const chosen = useColumnChoice(table)
  useStepKeys(selected !== undefined && selected !== '' && onRow !== undefined, (by) => {
    const at = rows.findIndex((row) => getKey(row) === selected) + by
    const next = rows[at]
    if (next === undefined) return
    onRow?.(next)
    frame.current?.querySelectorAll('tbody > tr')[at]?.scrollIntoView({ block: 'nearest' })
  })
  const columns = fitColumns(props.columns, width === 0 ? Infinity : width / scale, chosen)
  return (
    <div ref={frame} className="data-table-scroll">
      <TableRuler ref={ruler} />
      <table className="data-table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                data-align={column.align}
                aria-sort={ariaSort(sorting, column.id)}
                style={{ width: column.width }}
              >
                {column.isSortable && onSort ? (
                  <SortButton column={column} {...(sorting && { sorting })} onSort={onSort} />
                ) : (
                  column.title
                )}
              </th>
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
              {columns.map((column) => (
                <td key={column.id} data-align={column.align}>
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
