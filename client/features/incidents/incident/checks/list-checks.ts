import type { Hypothesis } from '#client/features/incidents/incident/incident-view.ts'

export interface IncidentCheck {
  readonly id: string
  readonly name: string
  readonly isFailing: boolean
  readonly isDeleted: boolean
}

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
