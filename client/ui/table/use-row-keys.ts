import { isOverlaid } from '#client/lib/browser/key-target.ts'
import { useLetterKeys } from '#client/lib/browser/use-key-down.ts'

interface RowKeys<R> {
  readonly frame: React.RefObject<HTMLElement | null>
  readonly rows: readonly R[]
  readonly getId: (row: R) => string
  readonly selectedId: string | null
  readonly onOpen?: ((row: R) => void) | undefined
  /** Rows that J and K skip while a row is open. */
  readonly isOpenable?: ((row: R) => boolean) | undefined
  readonly findRow: (frame: HTMLElement, index: number) => HTMLElement | null | undefined
  readonly findIndex: (element: Element) => number
}

const anyTable = '.data-table-scroll, .live-table'
const steps: Readonly<Record<string, 1 | -1>> = { j: 1, k: -1 }

/** J and K open the row after or before the open one. Without an open row they move the focus through the rows. */
export const useRowKeys = <R>(options: RowKeys<R>): void => {
  const { frame, rows, getId, selectedId, onOpen, isOpenable, findRow, findIndex } = options
  const step = (by: 1 | -1): boolean => {
    const table = frame.current
    const focused = document.activeElement
    const around = focused?.closest(anyTable) ?? null
    if (table === null || (around !== null && around !== table)) return false
    if (selectedId !== null && onOpen !== undefined) {
      const openable = isOpenable === undefined ? rows : rows.filter((row) => isOpenable(row))
      const next = openable[openable.findIndex((row) => getId(row) === selectedId) + by]
      if (next === undefined) return true
      onOpen(next)
      findRow(table, rows.indexOf(next))?.scrollIntoView({ block: 'nearest' })
      return true
    }
    const at = focused === null || around === null ? -1 : findIndex(focused)
    const row = findRow(table, at === -1 ? 0 : at + by)
    row?.focus()
    return row !== null && row !== undefined
  }
  useLetterKeys((event) => {
    const by = steps[event.key]
    if (by !== undefined && !isOverlaid() && step(by)) event.preventDefault()
  })
}
