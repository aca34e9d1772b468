import { tableTopic } from './table-topic.ts'

/** Marks of what needs attention on any page; they change with the matching rows only. */
export const unhealthyChecks = tableTopic('attention.checks', 'canaries', 'checks', {
  changedBy: ['canaries', 'checks'],
  offScreen: true,
})
export const openIncidents = tableTopic('attention.incidents', 'incident', 'incidents', { offScreen: true })
export const waitingRuns = tableTopic('attention.runs', 'playbook_runs', 'playbook_runs', { offScreen: true })

/** Data API queries without `select`, `order` and `limit`. */
export const attentionQueries = {
  checks: { status: 'eq.unhealthy', deleted_at: 'is.null' },
  incidents: { status: 'not.in.(resolved,closed,cancelled)' },
  runs: { status: 'eq.pending_approval' },
} as const
