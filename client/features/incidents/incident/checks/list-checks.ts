import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'

/** A check among the evidence of an incident. */
export interface IncidentCheck {
  readonly id: string
  readonly name: string
  readonly isFailing: boolean
  readonly isDeleted: boolean
}

/** The checks that are evidence, each once, those that fail first. One that was deleted fails no more. */
export const listChecks = (hypotheses: readonly Pick<Hypothesis, 'evidences'>[]): readonly IncidentCheck[] => {
  const checks = new Map<string, IncidentCheck>()
  for (const { checks: check } of hypotheses.flatMap(({ evidences }) => evidences)) {
    if (!check) continue
    const isDeleted = check.deleted_at !== null
    const isFailing = !isDeleted && check.status === 'unhealthy'
    checks.set(check.id, { id: check.id, name: check.name ?? check.id, isFailing, isDeleted })
  }
  return [...checks.values()].toSorted((a, b) => Number(b.isFailing) - Number(a.isFailing))
}
