import {
  type ColDef,
  type GetRowIdParams,
  type GridApi,
  type GridReadyEvent,
  type IRowNode,
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  enableDevValidations,
  ModuleRegistry,
  RowApiModule,
  RowStyleModule,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { groupedBy } from '#shared/primitives/grouped-by.ts'
import { createCellHost, type CellHost } from './cell-host.ts'
import type { CellSlot } from './cell-slots.ts'
import type { GridColumn } from './grid-column.ts'
import { GridHead } from './grid-head.tsx'
import { createGridOptions, type GridBehaviour } from './grid-options.ts'
import { GridHeadContext } from './grid-head-context.ts'
import type { HeadOptions } from './head-title.tsx'
import { keepScrollPosition } from './keep-scroll-position.ts'
import { createLatest } from './latest.ts'
import './live-grid.css'
import { createRowLines } from './row-lines.ts'
import { DrawnCell } from './drawn-cell.tsx'

function HostedCell<R>({ slot }: { readonly slot: CellSlot<R> }) {
  const content = useSyncExternalStore(slot.subscribe, slot.get)
  return content === null ? null : <DrawnCell key={content.holder} cell={content.cell} row={content.row} />
}

function HostedGroup<R>({ slots }: { readonly slots: readonly CellSlot<R>[] }) {
  return slots.map((slot) => createPortal(<HostedCell slot={slot} />, slot.element, slot.key))
}

function HostedCells<R>({ host }: { readonly host: CellHost<R> }) {
  const slots = useSyncExternalStore(host.subscribe, host.get)
  return [...groupedBy(slots, ({ group }) => group)].map(([group, members]) => (
    <HostedGroup key={group} slots={members} />
  ))
}

/** Every module adds to the bundle of each page with a table. */
ModuleRegistry.registerModules([ClientSideRowModelModule, ClientSideRowModelApiModule, RowApiModule, RowStyleModule])

if (import.meta.env.DEV) enableDevValidations()

export interface LiveGridProps<R> extends GridBehaviour<R>, HeadOptions {
  readonly label: string
  readonly rows: readonly R[]
  readonly same?: (a: R, b: R) => boolean
  /** Must be the same array on every render. */
  readonly columns: readonly GridColumn<R>[]
  readonly rowHeight: number
  readonly headerHeight?: number
  readonly selectedId?: string | null
  readonly view?: string
}

const showRow = (viewport: Element, top: number, rowHeight: number) => {
  const { scrollTop, clientHeight } = viewport
  if (top < scrollTop) viewport.scrollTop = top
  else if (top + rowHeight > scrollTop + clientHeight) viewport.scrollTop = top + rowHeight - clientHeight
}

const toColDef = <R,>(host: CellHost<R>, column: GridColumn<R>, getId: (row: R) => string): ColDef<R> => {
  const { id, title, isSortable = false, isTitleHidden = false, isPinned = false } = column
  const { align, width, flex = null, minWidth, maxWidth } = column
  return {
    colId: id,
    // The grid keeps what a new definition leaves out.
    flex,
    pinned: isPinned ? 'left' : null,
    ...(width !== undefined && { width }),
    ...(minWidth !== undefined && { minWidth }),
    ...(maxWidth !== undefined && { maxWidth }),
    headerClass: align === 'end' ? 'live-grid-end' : '',
    headerName: title,
    headerComponent: GridHead,
    headerComponentParams: { isSortable, isTitleHidden },
    cellRenderer: host.createRenderer(column, getId),
  }
}

const readDrawnRows = <R,>(lines: Iterable<IRowNode<R>>, getId: (row: R) => string) => {
  const rows = [...lines].flatMap(({ id: line, data, rowIndex }) =>
    data === undefined || rowIndex === null ? [] : [{ line, id: getId(data), at: rowIndex }],
  )
  const focused = document.activeElement?.closest('.ag-row')?.getAttribute('row-id')
  const indices = rows.map(({ at }) => at)
  return {
    drawn: rows.map(({ id }) => id),
    pinnedId: rows.find(({ line }) => line === focused)?.id ?? null,
    from: Math.min(...indices),
    to: Math.max(...indices) + 1,
  }
}

const diffRows = <R,>(
  before: ReadonlyMap<string, R>,
  rows: readonly R[],
  { getId, same = Object.is }: Pick<LiveGridProps<R>, 'getId' | 'same'>,
) => {
  const next = new Map<string, R>()
  const update: R[] = []
  const previousIds = before.keys()
  let sameOrder = rows.length === before.size
  for (const row of rows) {
    const id = getId(row)
    const known = before.get(id)
    if (sameOrder && previousIds.next().value !== id) sameOrder = false
    const unchanged = known !== undefined && same(known, row)
    if (!unchanged) update.push(row)
    next.set(id, unchanged ? known : row)
  }
  return { next, update, sameOrder }
}

/**
 * Changed content is one transaction and only a new order replaces the list, so that scroll, focus and selection
 * survive.
 */
export function LiveGrid<R>(props: LiveGridProps<R>) {
  const { label, rows, columns, rowHeight, headerHeight = 28, selectedId = null, getId, same, view = '' } = props
  const { sorting = null, usual = null, onSort, onResize } = props
  const frame = useRef<HTMLDivElement>(null)
  const [host] = useState(() => createCellHost<R>())
  const [latest] = useState(() => createLatest<GridBehaviour<R>>(props))
  const [first] = useState(() => new Map(rows.map((row) => [getId(row), row])))
  const [lines] = useState(() => createRowLines([...first.keys()]))
  const [api, setApi] = useState<GridApi<R> | null>(null)
  const shown = useRef<ReadonlyMap<string, R>>(first)
  const [selected] = useState(() => createLatest(selectedId))
  const shownView = useRef(view)

  useEffect(() => {
    latest.set(props)
  })

  const [options] = useState(() => ({
    ...createGridOptions(latest, selected),
    rowData: [...first.values()],
    getRowId: ({ data }: GetRowIdParams<R>) => lines.of(latest.get().getId(data)),
    onGridReady: (ready: GridReadyEvent<R>) => setApi(ready.api),
  }))
  const columnDefs = useMemo(
    () => columns.map((column) => toColDef(host, column, (row) => latest.get().getId(row))),
    [columns, host, latest],
  )

  const head = useMemo(() => ({ sorting, usual, onSort, onResize }), [sorting, usual, onSort, onResize])

  useEffect(() => {
    if (api === null) return
    frame.current?.querySelector('[role=grid], [role=treegrid]')?.setAttribute('aria-label', label)
  }, [api, label])

  useEffect(() => {
    if (api === null || api.isDestroyed()) return
    const { next, update, sameOrder } = diffRows(shown.current, rows, { getId, ...(same && { same }) })
    const before = shown.current
    const isSameView = shownView.current === view
    shown.current = next
    shownView.current = view
    if (sameOrder) {
      if (update.length === 0) return
      api.applyTransaction({ update })
      return
    }
    const viewport = isSameView ? frame.current?.querySelector('.ag-grid-viewport') : null
    const scrollTop = viewport?.scrollTop ?? 0
    lines.change({ ids: [...next.keys()], ...readDrawnRows(api.getRenderedNodes(), getId) })
    api.setGridOption('rowData', [...next.values()])
    if (viewport && scrollTop > 0) {
      const order = { before: [...before.keys()], after: [...next.keys()] }
      viewport.scrollTop = keepScrollPosition({ ...order, scrollTop, rowHeight })
    }
  }, [api, lines, rows, getId, same, view, rowHeight])

  useEffect(() => {
    if (api === null || api.isDestroyed() || selected.get() === selectedId) return
    const touched = [selected.get(), selectedId].map((id) => (id === null ? undefined : shown.current.get(id)))
    selected.set(selectedId)
    api.applyTransaction({ update: touched.filter((row) => row !== undefined) })
    const viewport = frame.current?.querySelector('.ag-grid-viewport')
    const at = selectedId === null ? -1 : [...shown.current.keys()].indexOf(selectedId)
    if (viewport && at >= 0) showRow(viewport, at * rowHeight, rowHeight)
  }, [api, selected, selectedId, rowHeight])

  return (
    <div ref={frame} className="live-grid">
      <GridHeadContext value={head}>
        <AgGridReact<R> {...options} columnDefs={columnDefs} rowHeight={rowHeight} headerHeight={headerHeight} />
      </GridHeadContext>
      <HostedCells host={host} />
    </div>
  )
}
