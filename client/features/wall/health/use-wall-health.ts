import { useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import { noSlots, placeMarks, type MarkSlots } from '#shared/wall/mark-slots.ts'
import { createResultTape } from '#shared/wall/result-tape.ts'
import { wallHealth } from '#shared/wall/wall-health.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { useLateChecks } from '#client/domain/health/use-late-checks.ts'

const usePositions = (checks: readonly CheckRow[]): MarkSlots => {
  const [stored, setStored] = useState<{ checks: readonly CheckRow[] | null; positions: MarkSlots }>({
    checks: null,
    positions: noSlots,
  })
  if (stored.checks === checks) return stored.positions
  const next = { checks, positions: placeMarks(stored.positions, checks) }
  setStored(next)
  return next.positions
}

/** While `held`, checks do not become stale: their data has no current age. */
export const useWallHealth = (
  rows: ReadonlyMap<string, CheckRow>,
  matches: (row: CheckRow) => boolean,
  lastKnown: boolean,
) => {
  const shown = useDeferredValue(rows)
  const checks = useMemo(() => [...shown.values()].filter(matches), [shown, matches])
  const late = useLateChecks(shown, lastKnown)
  const isStale = useCallback(({ id }: CheckRow) => late.has(id), [late])
  const health = useMemo(() => wallHealth(checks, isStale), [checks, isStale])
  const positions = usePositions(checks)
  const [tape] = useState(createResultTape)
  useEffect(() => tape.see(checks, serverNow()), [tape, checks])
  return { checks, health, positions, isStale, tape }
}
