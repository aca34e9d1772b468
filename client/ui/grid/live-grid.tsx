import { createGrid, type ColDef, type GridApi, type IRowNode, type RowClassRules } from 'ag-grid-community'
import { useEffect, useRef, useState } from 'react'
import { createCellHost, type CellHost } from './cell-host.ts'
import type { GridColumn } from './grid-column.ts'
import './grid-modules.ts'
import { gridTheme } from './grid-theme.ts'
import { HostedCells } from './hosted-cells.tsx'
import { keepInPlace } from './keep-in-place.ts'
import './live-grid.css'
import { createRowLines } from './row-lines.ts'

interface LiveGridProps<R> {
  readonly label: string
  readonly rows: readonly R[]
  readonly idOf: (row: R) => string
  /** Whether two rows of one id show the same; by default whether they are one object. */
  readonly same?: (a: R, b: R) => boolean
  /** The same array from render to render. */
  readonly columns: readonly GridColumn<R>[]
  readonly rowHeight: number
  /** 0 leaves the header out. */
  readonly headerHeight?: number
  /** Class names by what a row must be to have them; read once. */
  readonly rowClasses?: Readonly<Record<string, (row: R) => boolean>>
  readonly selectedId?: string | null
  /** A click on a row, or Enter on one of its cells. */
  readonly onOpen?: (row: R) => void
  /** Any other key on a cell; a handled one answers true and goes no further. */
  readonly onKey?: (row: R, key: string) => boolean
  /** Names what the person chose to see: within one view a scrolled list stays in its place, whatever comes or goes above. */
  readonly view?: string
}

/** In pixels; the style sheet draws scrollbars so wide. */
const scrollbarWidth = 8

/** Drawn above and below what is in sight, for a wheel that turns before they are needed. */
const rowsBeyond = 4

const isControl = (target: EventTarget | null | undefined) =>
  target instanceof Element && target.closest('a, button, input') !== null

const columnOf = <R,>(host: CellHost<R>, column: GridColumn<R>, idOf: (row: R) => string): ColDef<R> => {
  const { id, title, cell: _, flashOn: __, ...size } = column
  return {
    ...size,
    colId: id,
    headerName: title,
    cellRenderer: host.rendererOf(column, idOf),
  }
}

/** The drawn rows, the one among them that has the focus, and the stretch of the list that they are. */
const drawnOf = <R,>(lines: Iterable<IRowNode<R>>, idOf: (row: R) => string) => {
  const rows = [...lines].flatMap(({ id: line, data, rowIndex }) =>
    data === undefined || rowIndex === null ? [] : [{ line, id: idOf(data), at: rowIndex }],
  )
  const focused = document.activeElement?.closest('.ag-row')?.getAttribute('row-id')
  const places = rows.map(({ at }) => at)
  return {
    drawn: rows.map(({ id }) => id),
    kept: rows.find(({ line }) => line === focused)?.id ?? null,
    from: Math.min(...places),
    to: Math.max(...places) + 1,
  }
}

/** What differs between the rows shown and the rows wanted; rows that show the same stay the objects they were. */
const changesOf = <R,>(
  before: ReadonlyMap<string, R>,
  rows: readonly R[],
  { idOf, same = Object.is }: Pick<LiveGridProps<R>, 'idOf' | 'same'>,
) => {
  const next = new Map<string, R>()
  const update: R[] = []
  const places = before.keys()
  let sameOrder = rows.length === before.size
  for (const row of rows) {
    const id = idOf(row)
    const known = before.get(id)
    if (sameOrder && places.next().value !== id) sameOrder = false
    const unchanged = known !== undefined && same(known, row)
    if (!unchanged) update.push(row)
    next.set(id, unchanged ? known : row)
  }
  return { next, update, sameOrder }
}

/**
 * A dense table whose rows change under it. Rows keep their identity by id: scroll, focus and selection survive any
 * change. A change of content is one transaction of exactly the rows that differ; only a new order replaces the list.
 * One tab stop: arrow keys move inside, Enter opens.
 */
export function LiveGrid<R>(props: LiveGridProps<R>) {
  const { rows, columns, rowHeight, headerHeight = 28, selectedId = null, idOf, same, view = '' } = props
  const frame = useRef<HTMLDivElement>(null)
  const latest = useRef(props)
  const [host] = useState(() => createCellHost<R>())
  const [lines] = useState(createRowLines)
  const [api, setApi] = useState<GridApi<R> | null>(null)
  const shown = useRef<ReadonlyMap<string, R>>(new Map())
  const selected = useRef<string | null>(null)
  const shownView = useRef(view)

  useEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (frame.current === null) return undefined
    const { label, rowClasses = {} } = latest.current
    const rowClassRules: RowClassRules<R> = {
      'live-grid-selected': ({ data }) => data !== undefined && latest.current.idOf(data) === selected.current,
    }
    for (const [name, holds] of Object.entries(rowClasses)) {
      rowClassRules[name] = ({ data }) => data !== undefined && holds(data)
    }
    const handleKey = (row: R, event: KeyboardEvent): boolean => {
      if (event.type !== 'keydown' || isControl(event.target)) return false
      const { onOpen, onKey } = latest.current
      if (event.key !== 'Enter') return onKey?.(row, event.key) ?? false
      onOpen?.(row)
      return true
    }
    const created = createGrid<R>(frame.current, {
      theme: gridTheme,
      themeCssLayer: 'grid',
      defaultColDef: {
        sortable: false,
        resizable: false,
        suppressMovable: true,
        // A key that the table's owner handles goes no further: the grid would move the focus as well.
        suppressKeyboardEvent: ({ data, event }) => {
          const handled = data !== undefined && handleKey(data, event)
          if (handled) event.preventDefault()
          return handled
        },
      },
      getRowId: ({ data }) => lines.of(latest.current.idOf(data)),
      rowClassRules,
      suppressColumnMoveAnimation: true,
      suppressHeaderFocus: true,
      suppressNoRowsOverlay: true,
      animateRows: false,
      scrollbarWidth,
      rowBuffer: rowsBeyond,
      suppressAnimationFrame: true,
      ensureDomOrder: true,
      alwaysShowVerticalScroll: true,
      tabToNextCell: () => false,
      onRowClicked: ({ data, event }) => {
        if (data !== undefined && !isControl(event?.target)) latest.current.onOpen?.(data)
      },
    })
    frame.current.querySelector('[role=grid], [role=treegrid]')?.setAttribute('aria-label', label)
    setApi(created)
    return () => {
      shown.current = new Map()
      created.destroy()
    }
  }, [lines])

  useEffect(() => {
    if (api === null || api.isDestroyed()) return
    api.updateGridOptions({
      columnDefs: columns.map((column) => columnOf(host, column, latest.current.idOf)),
      rowHeight,
      headerHeight,
    })
  }, [api, host, columns, rowHeight, headerHeight])

  useEffect(() => {
    if (api === null || api.isDestroyed()) return
    const { next, update, sameOrder } = changesOf(shown.current, rows, { idOf, ...(same && { same }) })
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
    lines.change({ ids: [...next.keys()], ...drawnOf(host.lines(), idOf) })
    api.setGridOption('rowData', [...next.values()])
    if (viewport && scrollTop > 0) {
      const order = { before: [...before.keys()], after: [...next.keys()] }
      viewport.scrollTop = keepInPlace({ ...order, scrollTop, rowHeight })
    }
  }, [api, host, lines, rows, idOf, same, view, rowHeight])

  useEffect(() => {
    if (api === null || api.isDestroyed()) return
    const touched = [selected.current, selectedId].map((id) => (id === null ? undefined : shown.current.get(id)))
    selected.current = selectedId
    api.applyTransaction({ update: touched.filter((row) => row !== undefined) })
  }, [api, selectedId])

  return (
    <div ref={frame} className="live-grid">
      <HostedCells host={host} />
    </div>
  )
}
