import { auditTable } from '#shared/audit/audit-topic.ts'
import { agents } from '#shared/agents/agents-topic.ts'
import { sessionTopic } from '#shared/access/session-topic.ts'
import {
  changeTable,
  configTable,
  insightTable,
  relationshipTable,
  scraperTable,
} from '#shared/catalog/catalog-topics.ts'
import { canaryTable, healthChecks, healthStatuses } from '#shared/health/health-topics.ts'
import { incidentPresence, incidentTable, incidentTopic, incidentTyping } from '#shared/incidents/incident-topics.ts'
import { jobHistory, failingJobs } from '#shared/jobs/job-topics.ts'
import {
  playbookTable,
  playbookRuns,
  playbookRun,
  playbookLog,
  runWatchers,
} from '#shared/playbooks/playbook-topics.ts'
import { eventQueue } from '#shared/settings/event-queue-topic.ts'
import { featureFlags } from '#shared/settings/flags-topic.ts'
import { connectionTable } from '#shared/connections/connections-topic.ts'
import { permissionTable } from '#shared/settings/permissions-topic.ts'
import { relaysTopic } from '#shared/relays/relays-topic.ts'
import { relayErrors } from '#shared/settings/relay-errors-topic.ts'
import { users } from '#shared/settings/users-topic.ts'
import { onCallTable, sendTable, silenceTable } from '#shared/notifications/notification-topics.ts'
import { resourceTopics } from '#shared/resources/resource-topics.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'

import { openIncidents, unhealthyChecks, waitingRuns } from './attention-topics.ts'

/** Each topic is defined in its domain, so that a page loads only the row schemas it needs. */
export const topics = [
  healthChecks,
  healthStatuses,
  canaryTable,
  playbookTable,
  playbookRuns,
  playbookRun,
  playbookLog,
  runWatchers,
  jobHistory,
  failingJobs,
  featureFlags,
  users,
  permissionTable,
  auditTable,
  connectionTable,
  sessionTopic,
  relayErrors,
  relaysTopic,
  eventQueue,
  agents,
  configTable,
  topologyComponents,
  changeTable,
  insightTable,
  relationshipTable,
  scraperTable,
  resourceTopics.topologies,
  resourceTopics.logging_backends,
  resourceTopics.incident_rules,
  resourceTopics.notifications,
  resourceTopics.teams,
  incidentTable,
  incidentTopic,
  incidentPresence,
  incidentTyping,
  sendTable,
  silenceTable,
  onCallTable,
  unhealthyChecks,
  openIncidents,
  waitingRuns,
] as const
