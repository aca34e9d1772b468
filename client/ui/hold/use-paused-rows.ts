import { useMemo, useState } from 'react'
import { countOrderChanges } from './order-changes.ts'

interface PausedRows<R> {
  readonly rows: readonly R[]
  readonly waiting: number
  readonly apply: () => void
}

interface PausedOptions<R> {
  readonly getId: (row: R) => string
  readonly isPaused: boolean
  readonly view: string
  readonly markRemoved: (row: R) => R
}

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
