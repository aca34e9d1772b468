import { agents } from '#shared/agents/agents-topic.ts'
import { auditTable } from '#shared/audit/audit-topic.ts'
import {
  changeTable,
  configTable,
  insightTable,
  relationshipTable,
  scraperTable,
} from '#shared/catalog/catalog-topics.ts'
import { connectionTable } from '#shared/connections/connections-topic.ts'
import { canaryTable, healthChecks, healthStatuses } from '#shared/health/health-topics.ts'
import { incidentPresence, incidentTable, incidentTopic, incidentTyping } from '#shared/incidents/incident-topics.ts'
import { failingJobs, jobHistory } from '#shared/jobs/job-topics.ts'
import { onCallTable, sendTable, silenceTable } from '#shared/notifications/notification-topics.ts'
import {
  playbookLog,
  playbookRun,
  playbookRuns,
  playbookTable,
  runWatchers,
} from '#shared/playbooks/playbook-topics.ts'
import { openIncidents, unhealthyChecks, waitingRuns } from '#shared/live/attention-topics.ts'
import { eventQueue } from '#shared/settings/event-queue-topic.ts'
import { permissionTable } from '#shared/settings/permissions-topic.ts'
import { users } from '#shared/settings/users-topic.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'

/**
 * Relations of the data API that a topic shows to a person. Topics that show nothing of the backend's relations (the session,
 * feature flags, the relay's own errors) have none.
 */
const topicRelations: ReadonlyMap<string, readonly string[]> = new Map([
  [healthChecks.name, ['checks']],
  [healthStatuses.name, ['checks', 'check_statuses']],
  [canaryTable.name, ['canaries']],
  [configTable.name, ['config_items']],
  [changeTable.name, ['config_changes']],
  [insightTable.name, ['config_analysis']],
  [relationshipTable.name, ['config_relationships']],
  [scraperTable.name, ['config_scrapers']],
  [incidentTable.name, ['incidents']],
  [incidentTopic.name, ['incidents', 'hypotheses', 'evidences', 'comments', 'responders', 'incident_histories']],
  [incidentPresence.name, ['incidents']],
  [incidentTyping.name, ['incidents']],
  [sendTable.name, ['notification_send_history']],
  [silenceTable.name, ['notification_silences']],
  [onCallTable.name, ['team_members']],
  [playbookTable.name, ['playbooks']],
  [playbookRuns.name, ['playbook_runs']],
  [playbookRun.name, ['playbook_runs', 'playbook_run_actions']],
  [playbookLog.name, ['playbook_run_actions']],
  [runWatchers.name, ['playbook_runs']],
  [jobHistory.name, ['job_histories']],
  [failingJobs.name, ['job_histories']],
  [agents.name, ['agents_summary']],
  [eventQueue.name, ['event_queue_summary']],
  [users.name, ['people', 'people_roles']],
  [permissionTable.name, ['permissions']],
  [auditTable.name, ['audit_log']],
  [connectionTable.name, ['connections']],
  [topologyComponents.name, ['components']],
  [unhealthyChecks.name, ['checks']],
  [openIncidents.name, ['incidents']],
  [waitingRuns.name, ['playbook_runs']],
])

export const listTopicRelations = (topic: string): readonly string[] | undefined => topicRelations.get(topic)

export const probedRelations: readonly string[] = [...new Set([...topicRelations.values()].flat())]
