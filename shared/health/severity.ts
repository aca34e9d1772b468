import type { CheckRow } from '#shared/health/check-row.ts'

export const severities = ['critical', 'blocker', 'high', 'medium', 'low', 'info'] as const

export const getSeverity = ({ severity }: Pick<CheckRow, 'severity'>): string => severity.toLowerCase()

export const severityRank = (check: Pick<CheckRow, 'severity'>): number => {
  const at = severities.findIndex((each) => each === getSeverity(check))
  return at < 0 ? severities.length : at
}

export const severityWeight = (severity: string | null | undefined): number | null =>
  severity ? severities.length - severityRank({ severity }) : null
