import { useLayoutEffect, useMemo, useState } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { lateChecks, collectSilences } from '#shared/health/late-checks.ts'
import { onTick, serverNow } from '#client/lib/time/clock.ts'
import { useInParts } from '#client/lib/browser/use-in-parts.ts'

const none: ReadonlySet<string> = new Set()
const lookEveryMs = 1_000

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((id) => b.has(id))

export const useLateChecks = (rows: ReadonlyMap<string, CheckRow>, lastKnown: boolean): ReadonlySet<string> => {
  const [late, setLate] = useState(none)
  const silences = useInParts(
    useMemo(() => [...rows.values()], [rows]),
    collectSilences,
  )
  useLayoutEffect(() => {
    if (lastKnown) return undefined
    const look = () =>
      setLate((before) => {
        const now = lateChecks(silences, serverNow())
        return sameSet(before, now) ? before : now
      })
    look()
    return onTick(lookEveryMs, look)
  }, [silences, lastKnown])
  return late
}
