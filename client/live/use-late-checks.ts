import { useLayoutEffect, useState } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { isLate } from '#shared/health/staleness.ts'
import { onTick, serverNow } from '#client/lib/clock.ts'

const none: ReadonlySet<string> = new Set()
const lookEveryMs = 1_000

const lateOf = (rows: ReadonlyMap<string, CheckRow>): ReadonlySet<string> => {
  const nowMs = serverNow()
  const late = new Set<string>()
  for (const row of rows.values()) if (isLate(row, nowMs)) late.add(row.id)
  return late
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((id) => b.has(id))

/**
 * The checks that fell silent, by the server's clock; the same set until one falls silent or is heard of again. While all
 * rows are only the last known, nothing can be told of a single check, and the set stays as it was.
 */
export const useLateChecks = (rows: ReadonlyMap<string, CheckRow>, lastKnown: boolean): ReadonlySet<string> => {
  const [late, setLate] = useState(none)
  useLayoutEffect(() => {
    if (lastKnown) return undefined
    const look = () =>
      setLate((before) => {
        const now = lateOf(rows)
        return sameSet(before, now) ? before : now
      })
    look()
    return onTick(lookEveryMs, look)
  }, [rows, lastKnown])
  return late
}
