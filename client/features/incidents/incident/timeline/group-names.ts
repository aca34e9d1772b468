import type { Lane } from '#shared/incidents/timeline-lanes.ts'

/** What the groups of lines and lanes are called. */
export const groupNames: Readonly<Record<Lane['group'], string>> = {
  incident: 'Incident',
  checks: 'Checks',
  changes: 'Changes',
  runs: 'Runs',
  notifications: 'Notifications',
  people: 'People',
}
