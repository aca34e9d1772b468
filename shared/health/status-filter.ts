export const statusChoices = ['All', 'Healthy', 'Unhealthy'] as const
export type StatusChoice = (typeof statusChoices)[number]

/** The status filter of a check's history as the data API takes it: Healthy 1, Unhealthy 0 (ledger HEALTH-32). */
export const toStatusParameter = (choice: StatusChoice): '1' | '0' | null => {
  if (choice === 'All') return null
  return choice === 'Healthy' ? '1' : '0'
}
