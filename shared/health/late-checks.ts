import type { CheckRow } from '#shared/health/check-row.ts'
import { lateFromMs } from '#shared/health/staleness.ts'

interface Silences {
  readonly earliestMs: number
  readonly fromMs: ReadonlyMap<string, number>
}

export const collectSilences = (rows: readonly CheckRow[]): Silences => {
  let earliestMs = Infinity
  const fromMs = new Map<string, number>()
  for (const row of rows) {
    const at = lateFromMs(row)
    if (at === null) continue
    fromMs.set(row.id, at)
    earliestMs = Math.min(earliestMs, at)
  }
  return { earliestMs, fromMs }
}

export const lateChecks = (parts: readonly Silences[], nowMs: number): ReadonlySet<string> => {
  const late = new Set<string>()
  for (const { earliestMs, fromMs } of parts) {
    if (nowMs <= earliestMs) continue
    for (const [id, at] of fromMs) if (nowMs > at) late.add(id)
  }
  return late
}
