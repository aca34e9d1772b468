import { failingJobs, jobHistory } from '#shared/jobs/job-topics.ts'
import { featureFlags } from '#shared/settings/flags-topic.ts'
import { canaryTable, healthChecks, healthStatuses } from '#shared/health/health-topics.ts'
import { playbookLog, playbookRun, playbookRuns, playbookTable } from '#shared/playbooks/playbook-topics.ts'
import { permissionTable } from '#shared/settings/permissions-topic.ts'
import { users } from '#shared/settings/users-topic.ts'

/** Which topics show rows of a relation of the data API. */
const topicsByRelation = new Map<string, readonly string[]>([
  ['canaries', [healthChecks.name, canaryTable.name]],
  ['checks', [healthChecks.name]],
  ['properties', [featureFlags.name]],
  ['people', [users.name]],
  ['permissions', [permissionTable.name]],
  ['playbooks', [playbookTable.name]],
  ['playbook_runs', [playbookRuns.name, playbookRun.name]],
  ['playbook_run_actions', [playbookRuns.name, playbookRun.name, playbookLog.name]],
  ['playbook_approvals', [playbookRun.name]],
  ['artifacts', [playbookRun.name]],
  ['playbook_action_log_chunks', [playbookLog.name]],
  ['job_history', [jobHistory.name, failingJobs.name]],
  ['check_statuses', [healthChecks.name, healthStatuses.name]],
])

/** Which relations a route other than the data API's own can touch. */
const relationsByRoute: readonly { method: string; path: RegExp; relations: readonly string[] }[] = [
  { method: 'POST', path: /^\/api\/canary\/run\/check\/[^/]+$/, relations: ['checks', 'check_statuses'] },
  { method: 'POST', path: /^\/api\/(auth|people|rbac)\/([^/]+\/)?[a-z_]+$/, relations: ['people'] },
  { method: 'DELETE', path: /^\/api\/people\/[^/]+$/, relations: ['people'] },
  {
    method: 'POST',
    path: /^\/api\/playbook\/(?:run|run\/(?:approve|cancel)\/[^/]+|webhook\/.+)$/,
    relations: ['playbook_runs', 'playbook_approvals'],
  },
]

const writes = new Set(['POST', 'PATCH', 'PUT', 'DELETE'])
const dataApiPath = /^\/api\/db\/([a-z_0-9]+)$/

export const topicsOfRelation = (relation: string): readonly string[] => topicsByRelation.get(relation) ?? []

/** The topics that a request which succeeded may have changed; `url` with or without its query. */
export const topicsOfWrite = (method: string, url: string): readonly string[] => {
  if (!writes.has(method)) return []
  const path = url.split('?', 1)[0] ?? ''
  const relation = dataApiPath.exec(path)?.[1]
  const route = relationsByRoute.find((candidate) => candidate.method === method && candidate.path.test(path))
  const relations = [...(relation === undefined ? [] : [relation]), ...(route?.relations ?? [])]
  return [...new Set(relations.flatMap(topicsOfRelation))]
}
