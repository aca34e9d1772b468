import type { Column, IRowNode, RowClassRules } from 'ag-grid-community'
import type { AgGridReactProps } from 'ag-grid-react'
import { focusHead } from './grid-head.tsx'
import { gridTheme } from './grid-theme.ts'
import type { Latest } from './latest.ts'

export interface GridBehaviour<R> {
  readonly getId: (row: R) => string
  readonly rowClasses?: Readonly<Record<string, (row: R) => boolean>>
  readonly onOpen?: (row: R) => void
  readonly onKey?: (row: R, key: string) => boolean
}

/** In pixels; must match the style sheet. */
const scrollbarWidth = 8

const rowsBeyond = 4

const isControl = (target: EventTarget | null | undefined) =>
  target instanceof Element && target.closest('a, button, input') !== null

const leavesUpwards = ({ type, key, target }: KeyboardEvent, { rowIndex }: IRowNode, column: Column): boolean =>
  type === 'keydown' &&
  key === 'ArrowUp' &&
  rowIndex === 0 &&
  target instanceof Element &&
  focusHead(target, column.getColId())

const findBox = (target: EventTarget | null) =>
  target instanceof Element ? target.closest('.ag-row')?.querySelector<HTMLElement>('.bulk-box') : null

/** AG Grid reads these options once, so the functions read the latest props. */
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
    if (event.key === ' ') {
      const box = findBox(event.target)
      box?.click()
      return box != null
    }
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
      // The grid would also move the focus for a handled key.
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
