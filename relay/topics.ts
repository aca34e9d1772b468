import type { FastifyBaseLogger } from 'fastify'
import type { Principal } from '#shared/access/decide.ts'
import { auditTable } from '#shared/audit/audit-topic.ts'
import { agents } from '#shared/agents/agents-topic.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { sessionTopic } from '#shared/access/session-topic.ts'
import {
  changeTable,
  configTable,
  insightTable,
  relationshipTable,
  scraperTable,
} from '#shared/catalog/catalog-topics.ts'
import { checkWebhookRoute, runCheckRoute } from '#shared/health/check-routes.ts'
import { healthChecks, healthStatuses } from '#shared/health/health-topics.ts'
import { silenceRoute } from '#shared/notifications/silence-route.ts'
import { onCallTable, sendTable, silenceTable } from '#shared/notifications/notification-topics.ts'
import { incidentPresence, incidentTable, incidentTopic, incidentTyping } from '#shared/incidents/incident-topics.ts'
import { failingJobs, jobHistory } from '#shared/jobs/job-topics.ts'
import { attentionQueries, openIncidents, unhealthyChecks, waitingRuns } from '#shared/live/attention-topics.ts'
import type { TableTopic } from '#shared/live/table-topic.ts'
import { topics as declared } from '#shared/live/topics.ts'
import { playbookLog, playbookRun, playbookRuns, runWatchers } from '#shared/playbooks/playbook-topics.ts'
import { drainRelayRoute, relaysRoute, resumeRelayRoute } from '#shared/relays/relay-routes.ts'
import { relaysTopic } from '#shared/relays/relays-topic.ts'
import { resourceTopics } from '#shared/resources/resource-topics.ts'
import { eventQueue } from '#shared/settings/event-queue-topic.ts'
import { approveRunRoute, cancelRunRoute, startRunRoute, webhookRoute } from '#shared/playbooks/playbook-routes.ts'
import { removeUserRoute } from '#shared/settings/account-routes.ts'
import { featureFlags } from '#shared/settings/flags-topic.ts'
import { relayErrors, type RelayError } from '#shared/settings/relay-errors-topic.ts'
import type { UserRow } from '#shared/settings/user-row.ts'
import { users } from '#shared/settings/users-topic.ts'
import { runTopologyRoute } from '#shared/topology/topology-routes.ts'
import { topologyComponents } from '#shared/topology/topology-topics.ts'
import type { Presence } from '#relay/live/delivery/presence.ts'
import { everyTopic } from '#relay/live/feeds/every-topic.ts'
import type { Route } from '#relay/live/feeds/change-index.ts'
import { bindTopic, type TopicBinding } from '#relay/live/feeds/topic-binding.ts'
import { changeMark, insightMark, itemMark, relationshipMark, scraperMark } from '#relay/live/sources/catalog-marks.ts'
import { createCheckScope } from '#relay/live/sources/check-scope.ts'
import { featureFlagsSource } from '#relay/live/sources/feature-flags.ts'
import { createFetchCounted, createFetchText, fetchedSource, type AskBackend } from '#relay/live/sources/fetch-text.ts'
import { healthChecksSource } from '#relay/live/sources/health-checks.ts'
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
import {
  jobMark,
  queryMarkSource,
  rowsMark,
  tableMarkSource,
  type MarkQueries,
} from '#relay/live/sources/table-mark.ts'
import { componentsSource } from '#relay/live/sources/topology/components.ts'
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

const actOnRun = [startRunRoute, approveRunRoute, cancelRunRoute, webhookRoute]

/** All account routes: a remote backend accepts more than the console sends. */
const actOnUser = [
  { method: 'POST', path: '/api/auth/*' },
  { method: 'POST', path: '/api/people/*' },
  { method: 'POST', path: '/api/rbac/*' },
  removeUserRoute,
] as const

const agentsPath = `/api/db/agents_summary?select=*,created_by(id,name)&id=neq.${localAgent}&deleted_at=is.null&order=name.asc`

const toStatusesPath = ({ checkId }: { readonly checkId: string }) =>
  `/api/db/check_statuses?check_id=eq.${checkId}&select=check_id,time,status,invalid,duration,message,error&order=time.desc&limit=50`

export const bindTopics = (deps: TopicDeps): readonly TopicBinding[] => {
  const { ask, runs, runScope, logReader, listUsers, listStoreErrors = () => [], log } = deps
  const fetchText = createFetchText(ask)
  const fetchCounted = createFetchCounted(ask)
  const fetches = { fetchText, fetchCounted }
  const seesRun = (viewer: Principal, { runId }: { runId: string }, signal: AbortSignal) =>
    runScope.ofRun(viewer, runId, signal)
  const bindTable = (topic: TableTopic, routes: readonly Route[] = []) =>
    bindTopic(topic, { source: tableMarkSource(fetchCounted, topic.table), routes })
  const bindMarks = (topic: TableTopic, queries: MarkQueries, routes: readonly Route[] = []) =>
    bindTopic(topic, { source: queryMarkSource(fetches, topic.table, queries), routes })

  const own = [
    bindTopic(healthChecks, {
      source: () =>
        healthChecksSource({
          fetchText,
          path: deps.summaryPath,
          onError: (error) => log.warn({ err: error }, 'check results could not be loaded'),
        }),
      routes: checkRun,
    }),
    bindTopic(healthStatuses, {
      source: fetchedSource(fetchText, toStatusesPath),
      routes: checkRun,
      sees: createCheckScope(fetchText),
    }),
    bindMarks(configTable, itemMark),
    bindMarks(changeTable, changeMark),
    bindMarks(insightTable, insightMark),
    bindMarks(relationshipTable, relationshipMark),
    bindMarks(scraperTable, scraperMark),
    bindMarks(resourceTopics.teams, jobMark('teams')),
    bindMarks(resourceTopics.topologies, jobMark('topologies')),
    bindMarks(incidentTable, incidentMark),
    bindTopic(incidentTopic, { source: incidentSource({ ...fetches, isOwn: deps.isOwnBackend }) }),
    bindTopic(incidentPresence, {
      source: incidentPresenceSource({ here: deps.presence.incidents, typing: deps.presence.typing }),
    }),
    bindTopic(incidentTyping, { source: typingSource }),
    bindMarks(sendTable, sendMark),
    bindTable(silenceTable, [silenceRoute]),
    bindMarks(onCallTable, onCallMark),
    bindTopic(playbookRuns, { source: playbookRunsSource(fetchCounted, runs), routes: actOnRun }),
    bindTopic(playbookRun, { source: playbookRunSource(fetchText, runs), routes: actOnRun, sees: seesRun }),
    bindTopic(playbookLog, {
      source: () => playbookLogSource(logReader),
      sees: (viewer, { actionId }, signal) => runScope.ofAction(viewer, actionId, signal),
    }),
    bindTopic(runWatchers, { source: runWatchersSource(deps.presence.runs), sees: seesRun }),
    bindTopic(jobHistory, { source: () => jobHistorySource(fetchCounted) }),
    bindTopic(failingJobs, { source: () => failingJobsSource(fetchCounted) }),
    bindTopic(agents, { source: fetchedSource(fetchText, () => agentsPath) }),
    bindTopic(eventQueue, {
      source: fetchedSource(fetchText, () => '/api/db/event_queue_summary?order=last_failure.desc'),
    }),
    bindTopic(featureFlags, { source: featureFlagsSource(fetchText) }),
    bindTopic(users, {
      source: listUsers === undefined ? backendUsersSource(fetchText) : ownUsersSource(listUsers),
      routes: actOnUser,
    }),
    bindMarks(auditTable, { queries: ['audit_log?select=id&order=at.desc,id.desc'] }),
    bindTopic(topologyComponents, { source: () => componentsSource(fetchText), routes: [runTopologyRoute] }),
    bindMarks(unhealthyChecks, rowsMark('checks', attentionQueries.checks), checkRun),
    bindMarks(openIncidents, rowsMark('incidents', attentionQueries.incidents)),
    bindMarks(waitingRuns, rowsMark('playbook_runs', attentionQueries.runs), actOnRun),
    bindTopic(sessionTopic, { source: sessionSource }),
    bindTopic(relaysTopic, {
      source: fetchedSource(fetchText, () => relaysRoute.path),
      routes: [drainRelayRoute, resumeRelayRoute],
    }),
    bindTopic(relayErrors, {
      source: { load: async () => ({ body: JSON.stringify(listStoreErrors()), observedAtMs: Date.now() }) },
    }),
  ]
  const names = new Set(own.map(({ name }) => name))
  const others = declared.flatMap((topic) => ('table' in topic && !names.has(topic.name) ? [bindTable(topic)] : []))
  return everyTopic(declared, [...own, ...others])
}
