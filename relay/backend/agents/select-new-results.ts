import { appendValue } from '#shared/primitives/append-value.ts'
import { toText } from '#shared/primitives/to-text.ts'
import type { ReportedRow } from '#relay/backend/agents/read-rows.ts'
import type { CheckOutcome } from '#relay/backend/checks/store/live-check.ts'

export interface KnownCheck {
  readonly id: string
  readonly status: string | null
  readonly last_runtime: string | null
}

export interface ReportedResults {
  readonly checkId: string
  readonly outcomes: readonly CheckOutcome[]
  readonly turnedAtMs: number | null
}

interface Result {
  readonly checkId: string
  readonly outcome: CheckOutcome
}

export const toResult = (row: ReportedRow): Result => ({
  checkId: toText(row['check_id']),
  outcome: {
    time: Date.parse(toText(row['time'])),
    pass: row['status'] === true,
    invalid: row['invalid'] === true,
    durationMs: typeof row['duration'] === 'number' ? row['duration'] : null,
    message: toText(row['message']),
    error: toText(row['error']),
    details: undefined,
  },
})

const findTurn = (outcomes: readonly CheckOutcome[], before: string | null): number | null => {
  let turnedAtMs: number | null = null
  let status = before
  for (const { time, pass } of outcomes) {
    const next = pass ? 'healthy' : 'unhealthy'
    if (next !== status) turnedAtMs = time
    status = next
  }
  return turnedAtMs
}

/** Late results, older than the last run of their check, do not change its status. */
export const selectNewResults = (
  checks: readonly KnownCheck[],
  results: readonly Result[],
): readonly ReportedResults[] => {
  const byCheck = new Map<string, CheckOutcome[]>()
  for (const { checkId, outcome } of results) appendValue(byCheck, checkId, outcome)
  return checks.flatMap(({ id, status, last_runtime: lastRuntime }): ReportedResults[] => {
    const lastMs = lastRuntime === null ? -Infinity : Date.parse(lastRuntime)
    const outcomes = (byCheck.get(id) ?? []).filter(({ time }) => time > lastMs).sort((a, b) => a.time - b.time)
    return outcomes.length === 0 ? [] : [{ checkId: id, outcomes, turnedAtMs: findTurn(outcomes, status) }]
  })
}
