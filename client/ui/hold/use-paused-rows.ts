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
  readonly getId: (row: R) => string
  readonly isPaused: boolean
  readonly view: string
  /** How a row shows that is gone but still held in its place: what it said last is not true any more. */
  readonly markRemoved: (row: R) => R
}

/**
 * Keeps rows in their places while somebody points at them or has the focus among them. A change of `view`, the
 * person's own doing such as a search or a fold, shows at once.
 */
export const usePausedRows = <R>(
  wanted: readonly R[],
  { getId, isPaused, view, markRemoved }: PausedOptions<R>,
): PausedRows<R> => {
  const [shown, setShown] = useState({ rows: wanted, view })
  const free = !isPaused || shown.view !== view || shown.rows.length === 0
  if (free && (shown.rows !== wanted || shown.view !== view)) setShown({ rows: wanted, view })
  const before = free ? wanted : shown.rows
  const rows = useMemo(() => {
    if (before === wanted) return wanted
    const now = new Map(wanted.map((row) => [getId(row), row]))
    return before.map((row) => now.get(getId(row)) ?? markRemoved(row))
  }, [before, wanted, getId, markRemoved])
  const waiting = useMemo(
    () => (before === wanted ? 0 : countOrderChanges(before.map(getId), wanted.map(getId))),
    [before, wanted, getId],
  )
  return { rows, waiting, apply: () => setShown({ rows: wanted, view }) }
}
