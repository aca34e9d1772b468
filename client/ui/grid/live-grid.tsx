import type { ColDef, GridApi, RowClassRules, RowClickedEvent } from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import './grid-modules.ts'
import { gridTheme } from './grid-theme.ts'
import './live-grid.css'

interface LiveGridProps<R> {
  readonly label: string
  readonly rows: readonly R[]
  readonly idOf: (row: R) => string
  /** Whether two rows of one id show the same; by default whether they are one object. */
  readonly same?: (a: R, b: R) => boolean
  /** The same array from render to render. */
  readonly columns: ColDef<R>[]
  readonly rowHeight: number
  /** 0 leaves the header out. */
  readonly headerHeight?: number
  /** Class names by what a row must be to have them; the same object from render to render. */
  readonly rowClasses?: Readonly<Record<string, (row: R) => boolean>>
  readonly selectedId?: string | null
  /** A click on a row, or Enter on one of its cells. */
  readonly onOpen?: (row: R) => void
  /** Any other key on a cell; a handled one answers true and goes no further. */
  readonly onKey?: (row: R, key: string) => boolean
  /** True while the pointer is over the table or the focus is in it. */
  readonly onHold?: (held: boolean) => void
}

const isControl = (target: EventTarget | null | undefined) =>
  target instanceof Element && target.closest('a, button, input') !== null

/**
 * A dense table whose rows change under it. Rows keep their identity by id: scroll, focus and selection survive any
 * change. A change of content is one transaction of exactly the rows that differ; only a new order replaces the list.
 * One tab stop: arrow keys move inside, Enter opens.
 */
export function LiveGrid<R>({
  label,
  rows,
  idOf,
  same = Object.is,
  columns,
  rowHeight,
  headerHeight = 28,
  rowClasses,
  selectedId = null,
  onOpen,
  onKey,
  onHold,
}: LiveGridProps<R>) {
  const frame = useRef<HTMLDivElement>(null)
  const [api, setApi] = useState<GridApi<R> | null>(null)
  const shown = useRef(new Map<string, R>())
  const selected = useRef<string | null>(null)
  const over = useRef({ pointer: false, focus: false })

  useEffect(() => {
    if (api === null) return
    const before = shown.current
    const update: R[] = []
    const next = new Map<string, R>()
    let sameOrder = rows.length === before.size
    const places = before.keys()
    for (const row of rows) {
      const id = idOf(row)
      const known = before.get(id)
      if (sameOrder && places.next().value !== id) sameOrder = false
      const kept = known !== undefined && same(known, row) ? known : row
      if (kept === row && known !== row) update.push(row)
      next.set(id, kept)
    }
    shown.current = next
    if (!sameOrder) api.setGridOption('rowData', [...next.values()])
    else if (update.length > 0) api.applyTransaction({ update })
  }, [api, rows, idOf, same])

  useEffect(() => {
    if (api === null) return
    const touched = [selected.current, selectedId].map((id) => (id === null ? undefined : shown.current.get(id)))
    selected.current = selectedId
    api.applyTransaction({ update: touched.filter((row) => row !== undefined) })
  }, [api, selectedId])

  const classRules = useMemo(() => {
    const rules: RowClassRules<R> = { 'live-grid-selected': ({ node }) => node.id === selected.current }
    for (const [name, holds] of Object.entries(rowClasses ?? {})) {
      rules[name] = ({ data }) => data !== undefined && holds(data)
    }
    return rules
  }, [rowClasses])

  const hold = (change: Partial<typeof over.current>) => {
    over.current = { ...over.current, ...change }
    onHold?.(over.current.pointer || over.current.focus)
  }
  const handleReady = (ready: GridApi<R>) => {
    frame.current?.querySelector('[role=grid], [role=treegrid]')?.setAttribute('aria-label', label)
    setApi(ready)
  }
  const handleClick = ({ data, event }: RowClickedEvent<R>) => {
    if (data !== undefined && !isControl(event?.target)) onOpen?.(data)
  }
  const handleKey = (row: R, event: KeyboardEvent): boolean => {
    if (event.type !== 'keydown' || isControl(event.target)) return false
    if (event.key !== 'Enter') return onKey?.(row, event.key) ?? false
    onOpen?.(row)
    return true
  }
  return (
    <div
      ref={frame}
      className="live-grid"
      onPointerEnter={() => hold({ pointer: true })}
      onPointerLeave={() => hold({ pointer: false })}
      onFocus={() => hold({ focus: true })}
      onBlur={({ relatedTarget, currentTarget }) => hold({ focus: currentTarget.contains(relatedTarget) })}
    >
      <AgGridReact<R>
        theme={gridTheme}
        themeCssLayer="grid"
        {...nonce()}
        columnDefs={columns}
        defaultColDef={defaultColumn}
        context={{ handleKey }}
        getRowId={({ data }) => idOf(data)}
        rowClassRules={classRules}
        rowHeight={rowHeight}
        headerHeight={headerHeight}
        cellFlashDuration={120}
        cellFadeDuration={240}
        suppressColumnMoveAnimation
        animateRows={false}
        suppressHeaderFocus
        suppressNoRowsOverlay
        tabToNextCell={() => false}
        onGridReady={({ api: ready }) => handleReady(ready)}
        onRowClicked={handleClick}
      />
    </div>
  )
}

interface GridContext {
  readonly handleKey: (row: unknown, event: KeyboardEvent) => boolean
}

/** A key that the table's owner handles goes no further: the grid would move the focus as well. */
const defaultColumn: ColDef = {
  sortable: false,
  resizable: false,
  suppressMovable: true,
  suppressKeyboardEvent: ({ data, event, context }: { data: unknown; event: KeyboardEvent; context: GridContext }) => {
    const handled = data !== undefined && context.handleKey(data, event)
    if (handled) event.preventDefault()
    return handled
  },
}

/** The grid writes its own style element, which the page's content policy lets through by the page's nonce. */
const nonce = () => {
  const styleNonce = document.querySelector<HTMLElement>('[nonce]')?.nonce
  return styleNonce ? { styleNonce } : {}
}
