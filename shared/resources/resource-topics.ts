import { tableTopic } from '#shared/live/table-topic.ts'

const withJobs = (table: string) => ({
  shows: [table, `${table}_with_status`],
  changedBy: [table, 'job_history'],
})

export const teamTable = tableTopic('settings.teams', 'database', 'teams', withJobs('teams'))

export const topologyTable = tableTopic('settings.topologies', 'topologies', 'topologies', withJobs('topologies'))

export const incidentRuleTable = tableTopic('settings.incidentRules', 'incident', 'incident_rules')

export const logBackendTable = tableTopic('settings.logBackends', 'logging_backends', 'logging_backends')
