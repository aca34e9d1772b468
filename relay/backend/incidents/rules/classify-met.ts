import { toResourceKey } from '#shared/resources/resource-id.ts'
import type { Failure, FailureKind } from './failure.ts'

export interface MetRow {
  readonly kind: FailureKind
  readonly id: string
  readonly incident_id: string
  readonly is_over: boolean
  readonly ended_at: string | null
  readonly resolved_by_rule: boolean
}

export const backWithinMs = 10 * 60_000

export interface Met {
  readonly known: ReadonlySet<string>
  readonly back: ReadonlyMap<string, string>
}

/** `rows` must be sorted by `ended_at`: the last one is reopened. */
export const classifyMet = (
  rows: readonly MetRow[],
  failures: readonly Pick<Failure, 'kind' | 'id' | 'sinceMs'>[],
): Met => {
  const since = new Map(failures.map((failure) => [toResourceKey(failure), failure.sinceMs]))
  const known = new Set<string>()
  const back = new Map<string, string>()
  for (const row of rows) {
    const key = toResourceKey(row)
    const [endedMs, sinceMs] = [Date.parse(row.ended_at ?? ''), since.get(key) ?? 0]
    if (!row.is_over || endedMs >= sinceMs) known.add(key)
    else if (row.resolved_by_rule && sinceMs - endedMs <= backWithinMs) back.set(key, row.incident_id)
  }
  return { known, back }
}
