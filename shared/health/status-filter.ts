export const statusChoices = ['All', 'Healthy', 'Unhealthy'] as const
export type StatusChoice = (typeof statusChoices)[number]

export const toStatusParameter = (choice: StatusChoice): '1' | '0' | null => {
  if (choice === 'All') return null
  return choice === 'Healthy' ? '1' : '0'
}
