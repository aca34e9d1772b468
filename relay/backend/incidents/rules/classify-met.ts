import { toResourceKey, type Failure, type FailureKind } from './failure.ts'

/** A resource in an incident that the rule opened for it earlier. */
export interface MetRow {
  readonly kind: FailureKind
  readonly id: string
  readonly incident_id: string
  readonly is_over: boolean
  readonly ended_at: string | null
  readonly resolved_by_rule: boolean
}

/** A resource that fails again so soon after its rule resolved the incident reopens that incident. */
export const backWithinMs = 10 * 60_000

export interface Met {
  /** Keys of resources that need no incident: theirs is open, or was ended while they were already failing. */
  readonly known: ReadonlySet<string>
  /** Incidents to reopen, by the key of the resource that fails again. */
  readonly back: ReadonlyMap<string, string>
}

/** `rows` are sorted by `ended_at`, so that the incident that ended last is the one to reopen. */
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
