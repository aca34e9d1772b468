import type { FastifyBaseLogger } from 'fastify'
import type { Principal } from '#shared/access/decide.ts'
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
import { checkWebhookRoute, runCheckRoute } from '#shared/health/check-routes.ts'
import { canaryTable, healthChecks, healthStatuses } from '#shared/health/health-topics.ts'
import { silenceRoute } from '#shared/notifications/silence-route.ts'
import { onCallTable, sendTable, silenceTable } from '#shared/notifications/notification-topics.ts'
import { incidentPresence, incidentTable, incidentTopic, incidentTyping } from '#shared/incidents/incident-topics.ts'
import { failingJobs, jobHistory } from '#shared/jobs/job-topics.ts'
import { attentionQueries, openIncidents, unhealthyChecks, waitingRuns } from '#shared/live/attention-topics.ts'
import { topics as declared } from '#shared/live/topics.ts'
import {
  playbookLog,
  playbookRun,
  playbookRuns,
  playbookTable,
  runWatchers,
} from '#shared/playbooks/playbook-topics.ts'
import { eventQueue } from '#shared/settings/event-queue-topic.ts'
import { approveRunRoute, cancelRunRoute, startRunRoute, webhookRoute } from '#shared/playbooks/playbook-routes.ts'
import { removeUserRoute } from '#shared/settings/account-routes.ts'
import { featureFlags } from '#shared/settings/flags-topic.ts'
import { connectionTable } from '#shared/connections/connections-topic.ts'
import { permissionTable } from '#shared/settings/permissions-topic.ts'
import { relayErrors, type RelayError } from '#shared/settings/relay-errors-topic.ts'
import type { UserRow } from '#shared/settings/user-row.ts'
import { users } from '#shared/settings/users-topic.ts'
import { runTopologyRoute } from '#shared/topology/topology-routes.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'
import type { Presence } from '#relay/live/delivery/presence.ts'
import { everyTopic } from '#relay/live/feeds/every-topic.ts'
import { bindTopic, type TopicBinding } from '#relay/live/feeds/topic-binding.ts'
import { changeMark, insightMark, itemMark, relationshipMark, scraperMark } from '#relay/live/sources/catalog-marks.ts'
import { createCheckScope } from '#relay/live/sources/check-scope.ts'
import { agentsSource } from '#relay/live/sources/agents.ts'
import { eventQueueSource } from '#relay/live/sources/event-queue.ts'
import { featureFlagsSource } from '#relay/live/sources/feature-flags.ts'
import { createFetchCounted, createFetchText, type AskBackend } from '#relay/live/sources/fetch-text.ts'
import { healthChecksSource } from '#relay/live/sources/health-checks.ts'
import { healthStatusesSource } from '#relay/live/sources/health-statuses.ts'
import { failingJobsSource } from '#relay/live/sources/jobs/failing-jobs.ts'
import { jobHistorySource } from '#relay/live/sources/jobs/job-history.ts'
import type { LogReader } from '#relay/live/sources/playbooks/log-reader.ts'
import { playbookLogSource } from '#relay/live/sources/playbooks/playbook-log.ts'
import { playbookRunSource } from '#relay/live/sources/playbooks/playbook-run.ts'
import { playbookRunsSource } from '#relay/live/sources/playbooks/playbook-runs.ts'
import type { RunScope } from '#relay/live/sources/playbooks/run-scope.ts'
import { runWatchersSource } from '#relay/live/sources/playbooks/run-watchers.ts'
import { sessionSource } from '#relay/live/sources/session.ts'
import { onCallMark, sendMark } from '#relay/live/sources/notification-mark.ts'
import { incidentSource } from '#relay/live/sources/incidents/incident.ts'
import { incidentPresenceSource, typingSource } from '#relay/live/sources/incidents/incident-presence.ts'
import { incidentMark } from '#relay/live/sources/incidents/incident-mark.ts'
import { queryMarkSource, rowsMark, tableMarkSource } from '#relay/live/sources/table-mark.ts'
import { componentsSource } from '#relay/live/sources/topology/components.ts'
import { storeErrorsSource } from '#relay/live/sources/store-errors.ts'
import { backendUsersSource, ownUsersSource } from '#relay/live/sources/users.ts'

interface TopicDeps {
  readonly ask: AskBackend
  readonly summaryPath: string
  /** A remote backend announces the start of a run, but not its end. */
  readonly runs: { readonly isAnnounced: boolean }
  readonly isOwnBackend: boolean
  readonly runScope: RunScope
  readonly logReader: LogReader
  readonly presence: Readonly<Record<'runs' | 'incidents' | 'typing', Pick<Presence, 'at'>>>
  readonly listUsers?: (() => Promise<readonly UserRow[]>) | undefined
  readonly listStoreErrors?: (() => readonly RelayError[]) | undefined
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

const checkRun = [runCheckRoute, checkWebhookRoute]

const runTables = ['playbook_runs', 'playbook_run_actions'] as const

const incidentTables = ['incidents', 'hypotheses', 'evidences', 'comments', 'responders'] as const

const actOnRun = [startRunRoute, approveRunRoute, cancelRunRoute, webhookRoute]

/** All account routes: a remote backend accepts more than the console sends. */
const actOnUser = [
  { method: 'POST', path: '/api/auth/*' },
  { method: 'POST', path: '/api/people/*' },
  { method: 'POST', path: '/api/rbac/*' },
  removeUserRoute,
] as const

// oxlint-disable-next-line max-lines-per-function -- a list, one entry a topic: the one place to look for what changes what
export const bindTopics = (deps: TopicDeps): readonly TopicBinding[] => {
  const { ask, runs, runScope, logReader, listUsers, listStoreErrors = () => [], log } = deps
  const fetchText = createFetchText(ask)
  const fetchCounted = createFetchCounted(ask)
  const fetches = { fetchText, fetchCounted }
  const seesRun = (viewer: Principal, { runId }: { runId: string }, signal: AbortSignal) =>
    runScope.ofRun(viewer, runId, signal)
  const bindTable = (relation: string) => ({
    source: tableMarkSource(fetchCounted, relation),
    changedBy: { relations: [relation] },
  })

  return everyTopic(declared, [
    bindTopic(healthChecks, {
      source: () =>
        healthChecksSource({
          fetchText,
          path: deps.summaryPath,
          onError: (error) => log.warn({ err: error }, 'check results could not be loaded'),
        }),
      changedBy: { relations: ['canaries', 'checks', 'check_statuses'], routes: checkRun },
    }),
    bindTopic(healthStatuses, {
      source: healthStatusesSource(fetchText),
      changedBy: { relations: ['check_statuses'], routes: checkRun },
      sees: createCheckScope(fetchText),
    }),
    bindTopic(canaryTable, bindTable('canaries')),
    bindTopic(configTable, {
      source: queryMarkSource(fetches, 'config_items', itemMark),
      changedBy: { relations: ['config_items', 'config_changes'] },
    }),
    bindTopic(changeTable, {
      source: queryMarkSource(fetches, 'config_changes', changeMark),
      changedBy: { relations: ['config_changes'] },
    }),
    bindTopic(insightTable, {
      source: queryMarkSource(fetches, 'config_analysis', insightMark),
      changedBy: { relations: ['config_analysis'] },
    }),
    bindTopic(relationshipTable, {
      source: queryMarkSource(fetches, 'config_relationships', relationshipMark),
      changedBy: { relations: ['config_relationships', 'config_items'] },
    }),
    bindTopic(scraperTable, {
      source: queryMarkSource(fetches, 'config_scrapers', scraperMark),
      changedBy: { relations: ['config_scrapers', 'job_history'] },
    }),
    bindTopic(incidentTable, {
      source: queryMarkSource(fetches, 'incidents', incidentMark),
      changedBy: { relations: incidentTables },
    }),
    bindTopic(incidentTopic, {
      source: incidentSource({ ...fetches, isOwn: deps.isOwnBackend }),
      changedBy: { relations: incidentTables },
    }),
    bindTopic(incidentPresence, {
      source: incidentPresenceSource({ here: deps.presence.incidents, typing: deps.presence.typing }),
      changedBy: {},
    }),
    bindTopic(incidentTyping, { source: typingSource, changedBy: {} }),
    bindTopic(sendTable, {
      source: queryMarkSource(fetches, 'notification_send_history', sendMark),
      changedBy: { relations: ['notification_send_history', 'notifications'] },
    }),
    bindTopic(silenceTable, {
      source: tableMarkSource(fetchCounted, 'notification_silences'),
      changedBy: { relations: ['notification_silences'], routes: [silenceRoute] },
    }),
    bindTopic(onCallTable, {
      source: queryMarkSource(fetches, 'on_call_rotations', onCallMark),
      changedBy: { relations: ['on_call_rotations', 'on_call_overrides', 'team_members', 'teams'] },
    }),
    bindTopic(playbookTable, bindTable('playbooks')),
    bindTopic(playbookRuns, {
      source: playbookRunsSource(fetchCounted, runs),
      changedBy: { relations: runTables, routes: actOnRun },
    }),
    bindTopic(playbookRun, {
      source: playbookRunSource(fetchText, runs),
      changedBy: { relations: [...runTables, 'playbook_approvals', 'artifacts'], routes: actOnRun },
      sees: seesRun,
    }),
    bindTopic(playbookLog, {
      source: () => playbookLogSource(logReader),
      changedBy: { relations: ['playbook_run_actions', 'playbook_action_log_chunks'] },
      sees: (viewer, { actionId }, signal) => runScope.ofAction(viewer, actionId, signal),
    }),
    bindTopic(runWatchers, {
      source: runWatchersSource(deps.presence.runs),
      changedBy: {},
      sees: seesRun,
    }),
    bindTopic(jobHistory, { source: () => jobHistorySource(fetchCounted), changedBy: { relations: ['job_history'] } }),
    bindTopic(failingJobs, {
      source: () => failingJobsSource(fetchCounted),
      changedBy: { relations: ['job_history'] },
    }),
    bindTopic(agents, {
      source: () => agentsSource(fetchText),
      changedBy: { relations: ['agents'] },
    }),
    bindTopic(eventQueue, { source: eventQueueSource(fetchText), changedBy: { relations: ['event_queue'] } }),
    bindTopic(featureFlags, { source: featureFlagsSource(fetchText), changedBy: { relations: ['properties'] } }),
    bindTopic(users, {
      source: listUsers === undefined ? backendUsersSource(fetchText) : ownUsersSource(listUsers),
      changedBy: { relations: ['people'], routes: actOnUser },
    }),
    bindTopic(permissionTable, bindTable('permissions')),
    bindTopic(auditTable, {
      source: queryMarkSource(fetches, 'audit_log', { queries: ['audit_log?select=id&order=at.desc,id.desc'] }),
      changedBy: { relations: ['audit_log'] },
    }),
    bindTopic(connectionTable, bindTable('connections')),
    bindTopic(topologyComponents, {
      source: () => componentsSource(fetchText),
      changedBy: {
        relations: ['topologies', 'components', 'component_relationships', 'config_component_relationships'],
        routes: [runTopologyRoute],
      },
    }),
    bindTopic(unhealthyChecks, {
      source: queryMarkSource(fetches, 'checks', rowsMark('checks', attentionQueries.checks)),
      changedBy: { relations: ['canaries', 'checks'], routes: checkRun },
    }),
    bindTopic(openIncidents, {
      source: queryMarkSource(fetches, 'incidents', rowsMark('incidents', attentionQueries.incidents)),
      changedBy: { relations: ['incidents'] },
    }),
    bindTopic(waitingRuns, {
      source: queryMarkSource(fetches, 'playbook_runs', rowsMark('playbook_runs', attentionQueries.runs)),
      changedBy: { relations: ['playbook_runs'], routes: actOnRun },
    }),
    bindTopic(sessionTopic, { source: sessionSource, changedBy: {} }),
    bindTopic(relayErrors, { source: storeErrorsSource(listStoreErrors), changedBy: {} }),
  ])
}
