import type { CheckRow } from '#shared/health/check-row.ts'

/** Severities from the heaviest; another word counts less than all of them. */
export const severities = ['critical', 'blocker', 'high', 'medium', 'low', 'info'] as const

/** The severity of a check as lists and addresses have it; empty where it has none. */
export const getSeverity = ({ severity }: Pick<CheckRow, 'severity'>): string => severity.toLowerCase()

/** How heavy a severity is: 0 is the heaviest. */
export const severityRank = (check: Pick<CheckRow, 'severity'>): number => {
  const at = severities.findIndex((each) => each === getSeverity(check))
  return at < 0 ? severities.length : at
}

/** What a list is sorted by at its severities: those in descending order have the heaviest first. */
export const severityWeight = (severity: string | null | undefined): number | null =>
  severity ? severities.length - severityRank({ severity }) : null
