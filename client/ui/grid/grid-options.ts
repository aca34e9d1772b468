import type { Column, IRowNode, RowClassRules } from 'ag-grid-community'
import type { AgGridReactProps } from 'ag-grid-react'
import { focusHead } from './grid-head.tsx'
import { gridTheme } from './grid-theme.ts'
import type { Latest } from './latest.ts'

/** How a table tells its rows apart, and what a click or a key on one does. */
export interface GridBehaviour<R> {
  readonly getId: (row: R) => string
  /** Class names by what a row must be to have them; read once. */
  readonly rowClasses?: Readonly<Record<string, (row: R) => boolean>>
  /** A click on a row, or Enter on one of its cells. */
  readonly onOpen?: (row: R) => void
  /** Any other key on a cell; a handled one answers true and goes no further. */
  readonly onKey?: (row: R, key: string) => boolean
}

/** In pixels; the style sheet draws scrollbars so wide. */
const scrollbarWidth = 8

/** Drawn above and below what is in sight, for a wheel that turns before they are needed. */
const rowsBeyond = 4

const isControl = (target: EventTarget | null | undefined) =>
  target instanceof Element && target.closest('a, button, input') !== null

const leavesUpwards = ({ type, key, target }: KeyboardEvent, { rowIndex }: IRowNode, column: Column): boolean =>
  type === 'keydown' &&
  key === 'ArrowUp' &&
  rowIndex === 0 &&
  target instanceof Element &&
  focusHead(target, column.getColId())

/** What a grid is told once; its functions ask for what the table was given last. */
export const createGridOptions = <R>(
  latest: Latest<GridBehaviour<R>>,
  selectedId: Latest<string | null>,
): AgGridReactProps<R> => {
  const rowClassRules: RowClassRules<R> = {
    'live-grid-selected': ({ data }) => data !== undefined && latest.get().getId(data) === selectedId.get(),
  }
  for (const [name, holds] of Object.entries(latest.get().rowClasses ?? {})) {
    rowClassRules[name] = ({ data }) => data !== undefined && holds(data)
  }
  const handleKey = (row: R, event: KeyboardEvent): boolean => {
    if (event.type !== 'keydown' || isControl(event.target)) return false
    const { onOpen, onKey } = latest.get()
    if (event.key !== 'Enter') return onKey?.(row, event.key) ?? false
    onOpen?.(row)
    return true
  }
  return {
    theme: gridTheme,
    themeCssLayer: 'grid',
    defaultColDef: {
      sortable: false,
      resizable: false,
      suppressMovable: true,
      // A key that the table's owner handles goes no further: the grid would move the focus as well.
      suppressKeyboardEvent: ({ data, event, node, column }) => {
        const handled = (data !== undefined && handleKey(data, event)) || leavesUpwards(event, node, column)
        if (handled) event.preventDefault()
        return handled
      },
    },
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
      if (data !== undefined && !isControl(event?.target)) latest.get().onOpen?.(data)
    },
  }
}
