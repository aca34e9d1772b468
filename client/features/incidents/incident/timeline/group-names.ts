import type { Lane } from '#shared/incidents/timeline-lanes.ts'

export const groupNames: Readonly<Record<Lane['group'], string>> = {
  incident: 'Incident',
  checks: 'Checks',
  changes: 'Changes',
  runs: 'Runs',
  notifications: 'Notifications',
  people: 'People',
}
