import { z } from 'zod'
import { readGrants } from '#shared/access/grant-fault.ts'
import { objectRowSchema } from '#shared/access/object-row.ts'
import { readWhoami } from '#shared/access/read-whoami.ts'
import { whoamiRoute } from '#shared/access/whoami.ts'
import { aboutRoute, runCheckRoute } from '#shared/health/check-routes.ts'
import { checkGraphSchema } from '#shared/health/check-graph.ts'
import { checkStatusSchema } from '#shared/health/check-status.ts'
import { checkSummaryAnswerSchema } from '#shared/health/check-summary.ts'
import { flowAnswerOf } from '#shared/identity/flow-answer.ts'
import { doneSchema, flowErrorSchema, flowSchema, logoutSchema } from '#shared/identity/flow.ts'
import { identitySessionSchema } from '#shared/identity/session.ts'
import { jobHistorySchema, jobListRowSchema, jobRunOf } from '#shared/jobs/job-run.ts'
import { actionDetailSchema, actionRowSchema } from '#shared/playbooks/action-row.ts'
import {
  approveRunRoute,
  cancelRunRoute,
  parametersRoute,
  runnablePlaybooksRoute,
  runRoute,
  startRunRoute,
} from '#shared/playbooks/playbook-routes.ts'
import { catalogSummaryRoute } from '#shared/catalog/catalog-summary.ts'
import { addRolesRoute } from '#shared/settings/account-routes.ts'
import { queuedEventsSchema } from '#shared/settings/event-queue-topic.ts'
import { propertySchema } from '#shared/settings/feature-flags.ts'
import { memberSchema as explainedMember, personSchema as explainedPerson } from '#relay/access/explain.ts'
import { goodRunsSchema } from '#relay/live/sources/jobs/usual-runs.ts'
import { actionSchema as loggedAction } from '#relay/live/sources/playbooks/log-reader.ts'
import { foundSchema as foundRun } from '#relay/live/sources/playbooks/playbook-run.ts'
import { foundSchema as listedRun } from '#relay/live/sources/playbooks/playbook-runs.ts'
import { runSchema as scopedRun } from '#relay/live/sources/playbooks/run-scope.ts'
import { identitySchema, personSchema, rolesSchema } from '#relay/live/sources/users.ts'
import { sessionSchema } from '#relay/proxy/ask-identity.ts'
import { topologyAnswerSchema } from '#shared/topology/topology.ts'
import { readErrorBody } from '#client/api/read-error-body.ts'
import { resourceSearchRoute } from '#shared/resources/resource-search.ts'
import { personRolesSchema as administrator } from '#client/api/session/administrators.ts'
import { canarySchema, detailSchema, evidenceSchema } from '#client/features/health/detail/health-api.ts'
import { playbookSchema } from '#client/features/playbooks/playbook-api.ts'
import { choiceSchema } from '#client/features/playbooks/run-dialog/run-api.ts'
import { rowSchema as earlierRun } from '#client/features/playbooks/run-dialog/run-history.ts'
import { namesSchema } from '#client/features/playbooks/runs/run-api.ts'
import { integrationSchema } from '#client/features/settings/integrations/integrations-api.ts'
import { listedSchema as listedResource, rowsSchema } from '#client/features/settings/resources/resources-api.ts'
import { storedSchema } from '#client/features/settings/feature-flags/flags-api.ts'
import {
  detailSchema as permission,
  personRolesSchema,
  linkedSchema,
  listedPermissionSchema,
  memberSchema,
  nameRow,
} from '#client/features/settings/permissions/permissions-api.ts'

/** A schema that reads what it is given by `read`, and refuses what that throws on. */
const readBy = (read: (body: unknown) => unknown) =>
  z.unknown().superRefine((body, context) => {
    try {
      read(body)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'It was refused.' })
    }
  })

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
const rowsOf = (row: z.ZodType) => z.array(row)
const named = rowsOf(nameRow)

const shownJob = readBy((row) => jobListRowSchema.parse(jobRunOf(jobHistorySchema.parse(row))))
const grants = z.array(z.unknown()).refine((rows) => readGrants(rows).faults.length === 0, 'a permission has a fault')

/** A refusal has a sentence for the person, which is no raw JSON. */
const refusal = readBy((body) => {
  const { message } = readErrorBody(textOf(body))
  if (message === '' || message.startsWith('{')) throw new Error(`nobody reads "${message}"`)
})

const nodesSchema = z.object({ ui: z.object({ nodes: z.array(z.object({ type: z.string() })) }) })
/** A form whose nodes are read as what they are: one that its schema refuses would be passed over as unknown. */
const form = readBy((body) => {
  const sent = nodesSchema.parse(body).ui.nodes.map(({ type }) => (type === 'script' ? 'other' : type))
  const read = flowSchema.parse(body).ui.nodes.map(({ type }) => type)
  if (read.join() !== sent.join()) throw new Error(`nodes ${sent.join()} are read as ${read.join()}`)
})
const refusedFlow = readBy((body) => {
  flowErrorSchema.parse(body)
  const answer = flowAnswerOf(400, body)
  if (answer.kind !== 'refused' || answer.reason === '') throw new Error('it says nothing')
})

/** A request, `…` for any text in it, with what reads its answer. A form that is refused is an answer. */
export type Reader = readonly [request: string, schema: z.ZodType]

/** What reads the answers to which requests: every row that fits a request reads its answer. */
export const answerReaders: readonly Reader[] = [
  ['GET /about', aboutRoute.response],
  ['GET /canary/about', aboutRoute.response],
  ['GET /auth/whoami', whoamiRoute.response],
  ['GET /auth/whoami', readBy((body) => readWhoami(textOf(body)))],
  ['GET /properties', rowsOf(propertySchema)],
  ['GET /canary/api/summary', checkSummaryAnswerSchema],
  ['POST /canary/api/summary', checkSummaryAnswerSchema],
  ['GET /canary/api/topology', topologyAnswerSchema],
  ['GET /canary/api/graph?…', checkGraphSchema],
  ['POST /catalog/summary', catalogSummaryRoute.response],
  ['POST /canary/run/check/…', runCheckRoute.response],
  ['GET /db/check_statuses?…check_id=eq.…', rowsOf(checkStatusSchema)],
  ['GET /db/checks?id=eq.…&deleted_at=is.null&select=id,name', rowsOf(choiceSchema)],
  ['GET /db/checks?id=eq.…&select=*,canaries!…', rowsOf(detailSchema)],
  ['GET /db/evidences?…', rowsOf(evidenceSchema)],
  ['GET /db/canaries_with_status?…', rowsOf(listedResource)],
  ['GET /db/integrations_with_status?…', rowsOf(integrationSchema)],
  ['GET /db/logging_backends?…', rowsOf(listedResource)],
  ['GET /db/canaries?id=eq.…&select=id,source,spec,name,namespace', rowsOf(canarySchema)],
  ['GET /db/canaries?select=id,name&…', named],
  ['GET /db/canaries?select=id,name,namespace,labels,…', rowsOf(objectRowSchema)],
  ['GET /db/components?select=id,name,…', rowsOf(objectRowSchema)],
  ['GET /db/config_items?select=id,name,…', rowsOf(objectRowSchema)],
  ['GET /db/connections?select=id,name,…', rowsOf(objectRowSchema)],
  ['GET /db/playbooks?select=id,name,namespace,…', rowsOf(objectRowSchema)],
  ['GET /db/component_names?…', named],
  ['GET /db/config_names?…', named],
  ['GET /db/connections_list?…', named],
  ['GET /db/notifications?…', named],
  ['GET /db/people?select=id,name…', rowsOf(choiceSchema)],
  ['GET /db/people?select=id,name…', named],
  ['GET /db/teams?select=id,name…', rowsOf(choiceSchema)],
  ['GET /db/people?select=*&…', rowsOf(personSchema)],
  ['GET /db/people_roles?select=id,name,roles…', rowsOf(administrator)],
  ['GET /db/people_roles?select=id,name,roles…', rowsOf(personRolesSchema)],
  ['GET /db/people_roles?select=id,name,roles…', rowsOf(explainedPerson)],
  ['GET /db/people_roles', rowsOf(rolesSchema)],
  ['GET /db/people_roles?select=id,roles', rowsOf(rolesSchema)],
  ['GET /db/identities?…', rowsOf(identitySchema)],
  ['GET /db/team_members?select=person_id,team…', rowsOf(memberSchema)],
  ['GET /db/team_members?select=person_id,team…', rowsOf(explainedMember)],
  ['GET /db/permissions?select=*&…', grants],
  ['GET /db/permissions?select=*&…', rowsOf(permission)],
  ['GET /db/permissions?select=id,config_id,…', rowsOf(linkedSchema)],
  ['GET /db/permissions_summary?…', rowsOf(listedPermissionSchema)],
  ['… /db/permissions…', rowsOf(z.unknown())],
  ['GET /db/properties?…', rowsOf(storedSchema)],
  ['… /db/properties…', rowsOf(z.unknown())],
  ['GET /db/job_histories?select=id,name,…', rowsOf(shownJob)],
  ['GET /db/job_histories?select=*&…', rowsOf(shownJob)],
  ['GET /db/job_histories?select=id,name,…', goodRunsSchema],
  ['GET /db/event_queue_summary?…', rowsOf(queuedEventsSchema)],
  ['GET /db/job_history_names?…', rowsOf(z.object({ name: z.string() }))],
  ['GET /db/playbooks?select=*,created_by…', rowsOf(playbookSchema)],
  ['POST /db/playbooks', rowsSchema],
  ['PATCH /db/playbooks?…', rowsSchema],
  ['GET /db/playbook_names?…', rowsOf(namesSchema)],
  ['GET /db/playbook_runs?parent_id=is.null&select=id,playbook_id,…', rowsOf(listedRun)],
  ['GET /db/playbook_runs?or=(id.eq.…', rowsOf(foundRun)],
  ['GET /db/playbook_runs?id=eq.…&select=playbook_id,playbook:…', rowsOf(scopedRun)],
  ['GET /db/playbook_runs?select=id,status,…', rowsOf(earlierRun)],
  ['GET /db/rpc/get_playbook_run_actions?…', rowsOf(actionRowSchema)],
  ['GET /db/playbook_run_actions?…', rowsOf(actionDetailSchema)],
  ['GET /db/playbook_run_actions?…', loggedAction],
  ['GET /playbook/list…', runnablePlaybooksRoute.response],
  ['GET /playbook/run/…', runRoute.response],
  ['POST /playbook/run', startRunRoute.response],
  ['POST /playbook/run/approve/…', approveRunRoute.response],
  ['POST /playbook/run/cancel/…', cancelRunRoute.response],
  ['POST /playbook/…/params', parametersRoute.response],
  ['POST /resources/search', resourceSearchRoute.response],
  ['POST /people/update', z.unknown()],
  ['POST /rbac/…/update_role', addRolesRoute.response],
  ['GET /api/.ory/self-service/errors?…', flowErrorSchema],
  ['GET /api/.ory/self-service/…/browser…', z.union([form, logoutSchema])],
  ['GET /api/.ory/self-service/…/flows?…', form],
  ['POST /api/.ory/self-service/…', z.union([form, doneSchema])],
  ['GET /api/.ory/sessions', rowsOf(identitySessionSchema)],
  ['GET /api/.ory/sessions/whoami', identitySessionSchema],
  ['GET /api/.ory/sessions/whoami', sessionSchema],
]

/** The same of refusals. */
export const refusalReaders: readonly Reader[] = [
  ['… /api/.ory/self-service/…', refusedFlow],
  ['… /api/.ory/sessions…', refusedFlow],
  ['… /about', refusal],
  ['… /artifacts/…', refusal],
  ['… /auth/…', refusal],
  ['… /canary/…', refusal],
  ['… /connection/…', refusal],
  ['… /config/…', refusal],
  ['… /db/…', refusal],
  ['… /nothing-here', refusal],
  ['… /rbac/…', refusal],
  ['… /people/…', refusal],
  ['… /playbook/…', refusal],
  ['… /resources/…', refusal],
]

/** Recorded requests whose answers nothing reads, with the reason. */
export const unread: readonly (readonly [request: string, reason: string])[] = [
  ['GET /health', 'its status alone counts'],
  ['GET /kubeconfig', 'a file that a person saves as it is'],
  ['GET /rbac/dump', 'nobody asks: what a role may do is the console’s own matrix'],
  [
    'GET /db/agents?select=id,name,description',
    'the topology reads names of agents by a schema of its own, without descriptions',
  ],
  ['GET /db/artifacts?limit=3', 'nobody asks: artifacts come with the action that wrote them'],
  ['GET /db/check_names', 'nobody asks: names of checks come with the summary'],
  ['GET /db/check_summary?…', 'nobody asks: the summary is asked of the canaries'],
  ['GET /db/check_statuses_1d?…', 'nobody asks: the backend makes the graph'],
  ['GET /db/check_statuses_1h?…', 'nobody asks: the backend makes the graph'],
  ['GET /db/check_statuses_5m?order=…', 'nobody asks: sums are asked of it, which it refuses'],
  ['GET /db/check_statuses?limit=1&select=check_id', 'nobody asks: it shows what a viewer may read'],
  ['GET /db/checks?select=id&…', 'how many there are stands in Content-Range'],
  ['GET /db/job_history?…', 'nobody asks: job_histories has the names as well'],
  ['GET /db/job_history_latest_status?…', 'nobody asks'],
  ['GET /db/job_history_summary?…', 'nobody asks: B25 has no such relation'],
  ['GET /db/job_histories?select=id,status,time_start,created_at&name=…', 'an earlier form of a question'],
  ['GET /db/playbook_runs?id=eq.…&select=id,status,start_time,end_time,…', 'an earlier form of a question'],
  ['GET /db/playbook_runs?select=id&limit=1', 'how many there are stands in Content-Range'],
  ['GET /db/team_members?select=person_id', 'nobody asks'],
  ['GET /db/playbook_runs?parent_id=is.null&…&select=id&limit=1', 'how many there are stands in Content-Range'],
  ['GET /api/.ory/health/ready', 'its status alone counts'],
  ['DELETE /api/.ory/sessions', 'its status alone counts'],
  ['GET /api/.ory/no/such/path', 'nobody asks: it shows how unknown paths are answered'],
  ['GET /api/.ory/version', 'nobody asks: it shows that the service does not tell its version'],
  ['GET /api/.ory/.well-known/change-password', 'the console answers this address itself'],
]
