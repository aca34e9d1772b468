import { useMemo, useState } from 'react'
import { countOrderChanges } from './order-changes.ts'

interface PausedRows<R> {
  /** The rows to show: while held, in the order and choice from before, with what each of them says now. */
  readonly rows: readonly R[]
  /** How many rows would appear, go or move once nothing holds them. */
  readonly waiting: number
  readonly apply: () => void
}

interface PausedOptions<R> {
  readonly idOf: (row: R) => string
  readonly isPaused: boolean
  readonly view: string
  /** How a row shows that is gone but still held in its place: what it said last is not true any more. */
  readonly asGone: (row: R) => R
}

/**
 * Keeps rows in their places while somebody points at them or has the focus among them. A change of `view`, the
 * person's own doing such as a search or a fold, shows at once.
 */
export const usePausedRows = <R>(
  wanted: readonly R[],
  { idOf, isPaused, view, asGone }: PausedOptions<R>,
): PausedRows<R> => {
  const [kept, setKept] = useState({ rows: wanted, view })
  const free = !isPaused || kept.view !== view || kept.rows.length === 0
  if (free && (kept.rows !== wanted || kept.view !== view)) setKept({ rows: wanted, view })
  const before = free ? wanted : kept.rows
  const rows = useMemo(() => {
    if (before === wanted) return wanted
    const now = new Map(wanted.map((row) => [idOf(row), row]))
    return before.map((row) => now.get(idOf(row)) ?? asGone(row))
  }, [before, wanted, idOf, asGone])
  const waiting = useMemo(
    () => (before === wanted ? 0 : countOrderChanges(before.map(idOf), wanted.map(idOf))),
    [before, wanted, idOf],
  )
  return { rows, waiting, apply: () => setKept({ rows: wanted, view }) }
}
