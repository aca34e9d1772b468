import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'

export type MarkKind = 'ok' | 'fresh' | 'new' | 'bad' | 'in' | 'unknown' | 'stale' | 'stale-bad' | 'gone'

interface MarkOptions {
  readonly isStale: (row: CheckRow) => boolean
  readonly correlatedIds: ReadonlySet<string>
  readonly held: boolean
  readonly litAtMs: number | null
}

const newMs = 6_000
const freshMs = 25_000

export const toMarkKind = (
  row: CheckRow | undefined,
  { isStale, correlatedIds, held, litAtMs }: MarkOptions,
): MarkKind => {
  if (row === undefined) return 'gone'
  const state = toCheckState(row)
  if (held || isStale(row)) return state === 'unhealthy' ? 'stale-bad' : 'stale'
  if (state === 'unhealthy') return correlatedIds.has(row.id) ? 'in' : 'bad'
  if (state === 'unknown') return 'unknown'
  if (litAtMs === null || row.lastRuntime === null) return 'ok'
  const ageMs = litAtMs - Date.parse(row.lastRuntime)
  if (ageMs <= newMs) return 'new'
  return ageMs <= freshMs ? 'fresh' : 'ok'
}
