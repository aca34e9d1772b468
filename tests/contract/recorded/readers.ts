import { z } from 'zod'
import { readGrants } from '#shared/access/grant-error.ts'
import { memberSchema, personRolesSchema } from '#shared/access/membership.ts'
import { objectRowSchema } from '#shared/access/object-row.ts'
import { readWhoami } from '#shared/access/read-whoami.ts'
import { whoamiRoute } from '#shared/access/whoami.ts'
import { aboutRoute, runCheckRoute } from '#shared/health/check-routes.ts'
import { checkGraphSchema } from '#shared/health/check-graph.ts'
import { checkStatusSchema } from '#shared/health/check-status.ts'
import { checkSummaryResponseSchema } from '#shared/health/check-summary.ts'
import { parseFlowResponse } from '#shared/identity/flow-result.ts'
import { doneSchema, flowErrorSchema, flowSchema, logoutSchema } from '#shared/identity/flow.ts'
import { identitySessionSchema } from '#shared/identity/session.ts'
import { jobHistorySchema, jobListRowSchema, toJobRun } from '#shared/jobs/job-run.ts'
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
import { goodRunsSchema } from '#relay/live/sources/jobs/usual-runs.ts'
import { actionSchema as loggedAction } from '#relay/live/sources/playbooks/log-reader.ts'
import { foundSchema as foundRun } from '#relay/live/sources/playbooks/playbook-run.ts'
import { foundSchema as listedRun } from '#relay/live/sources/playbooks/playbook-runs.ts'
import { runSchema as scopedRun } from '#relay/live/sources/playbooks/run-scope.ts'
import { identitySchema, personSchema, rolesSchema } from '#relay/live/sources/users.ts'
import { sessionSchema } from '#relay/proxy/ask-identity.ts'
import { topologyResponseSchema } from '#shared/topology/topology.ts'
import { readErrorBody } from '#client/api/read-error-body.ts'
import { resourceSearchRoute } from '#shared/resources/resource-search.ts'
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
  linkedSchema,
  listedPermissionSchema,
  nameRow,
} from '#client/features/settings/permissions/permissions-api.ts'

const readBy = (read: (body: unknown) => unknown) =>
  z.unknown().superRefine((body, context) => {
    try {
      read(body)
    } catch (error) {
      context.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'Rejected.' })
    }
  })

const toText = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body))
const toRowsSchema = (row: z.ZodType) => z.array(row)
const named = toRowsSchema(nameRow)

const shownJob = readBy((row) => jobListRowSchema.parse(toJobRun(jobHistorySchema.parse(row))))
const grants = z
  .array(z.unknown())
  .refine((rows) => readGrants(rows).errors.length === 0, 'a permission is not enforced')

/** Error bodies must yield a readable message, not raw JSON. */
const errorBody = readBy((body) => {
  const { message } = readErrorBody(toText(body))
  if (message === '' || message.startsWith('{')) throw new Error(`unreadable message "${message}"`)
})

const nodesSchema = z.object({ ui: z.object({ nodes: z.array(z.object({ type: z.string() })) }) })
/** Node types must survive parsing: an invalid node would be skipped as unknown. */
const form = readBy((body) => {
  const sent = nodesSchema.parse(body).ui.nodes.map(({ type }) => (type === 'script' ? 'other' : type))
  const read = flowSchema.parse(body).ui.nodes.map(({ type }) => type)
  if (read.join() !== sent.join()) throw new Error(`nodes ${sent.join()} are parsed as ${read.join()}`)
})
const rejectedFlow = readBy((body) => {
  flowErrorSchema.parse(body)
  const response = parseFlowResponse(400, body)
  if (response.kind !== 'refused' || response.reason === '') throw new Error('no reason')
})

/** `…` in a request matches any text. A rejected form counts as a response. */
export type Reader = readonly [request: string, schema: z.ZodType]

export const responseReaders: readonly Reader[] = [
  ['GET /about', aboutRoute.response],
  ['GET /canary/about', aboutRoute.response],
  ['GET /auth/whoami', whoamiRoute.response],
  ['GET /auth/whoami', readBy((body) => readWhoami(toText(body)))],
  ['GET /properties', toRowsSchema(propertySchema)],
  ['GET /canary/api/summary', checkSummaryResponseSchema],
  ['POST /canary/api/summary', checkSummaryResponseSchema],
  ['GET /canary/api/topology', topologyResponseSchema],
  ['GET /canary/api/graph?…', checkGraphSchema],
  ['POST /catalog/summary', catalogSummaryRoute.response],
  ['POST /canary/run/check/…', runCheckRoute.response],
  ['GET /db/check_statuses?…check_id=eq.…', toRowsSchema(checkStatusSchema)],
  ['GET /db/checks?id=eq.…&deleted_at=is.null&select=id,name', toRowsSchema(choiceSchema)],
  ['GET /db/checks?id=eq.…&select=*,canaries!…', toRowsSchema(detailSchema)],
  ['GET /db/evidences?…', toRowsSchema(evidenceSchema)],
  ['GET /db/canaries_with_status?…', toRowsSchema(listedResource)],
  ['GET /db/integrations_with_status?…', toRowsSchema(integrationSchema)],
  ['GET /db/logging_backends?…', toRowsSchema(listedResource)],
  ['GET /db/canaries?id=eq.…&select=id,source,spec,name,namespace', toRowsSchema(canarySchema)],
  ['GET /db/canaries?select=id,name&…', named],
  ['GET /db/canaries?select=id,name,namespace,labels,…', toRowsSchema(objectRowSchema)],
  ['GET /db/components?select=id,name,…', toRowsSchema(objectRowSchema)],
  ['GET /db/config_items?select=id,name,…', toRowsSchema(objectRowSchema)],
  ['GET /db/connections?select=id,name,…', toRowsSchema(objectRowSchema)],
  ['GET /db/playbooks?select=id,name,namespace,…', toRowsSchema(objectRowSchema)],
  ['GET /db/component_names?…', named],
  ['GET /db/config_names?…', named],
  ['GET /db/connections_list?…', named],
  ['GET /db/notifications?…', named],
  ['GET /db/people?select=id,name…', toRowsSchema(choiceSchema)],
  ['GET /db/people?select=id,name…', named],
  ['GET /db/teams?select=id,name…', toRowsSchema(choiceSchema)],
  ['GET /db/people?select=*&…', toRowsSchema(personSchema)],
  ['GET /db/people_roles?select=id,name,roles…', toRowsSchema(personRolesSchema)],
  ['GET /db/people_roles', toRowsSchema(rolesSchema)],
  ['GET /db/people_roles?select=id,roles', toRowsSchema(rolesSchema)],
  ['GET /db/identities?…', toRowsSchema(identitySchema)],
  ['GET /db/team_members?select=person_id,team…', toRowsSchema(memberSchema)],
  ['GET /db/permissions?select=*&…', grants],
  ['GET /db/permissions?select=*&…', toRowsSchema(permission)],
  ['GET /db/permissions?select=id,config_id,…', toRowsSchema(linkedSchema)],
  ['GET /db/permissions_summary?…', toRowsSchema(listedPermissionSchema)],
  ['… /db/permissions…', toRowsSchema(z.unknown())],
  ['GET /db/properties?…', toRowsSchema(storedSchema)],
  ['… /db/properties…', toRowsSchema(z.unknown())],
  ['GET /db/job_histories?select=id,name,…', toRowsSchema(shownJob)],
  ['GET /db/job_histories?select=*&…', toRowsSchema(shownJob)],
  ['GET /db/job_histories?select=id,name,…', goodRunsSchema],
  ['GET /db/event_queue_summary?…', toRowsSchema(queuedEventsSchema)],
  ['GET /db/job_history_names?…', toRowsSchema(z.object({ name: z.string() }))],
  ['GET /db/playbooks?select=*,created_by…', toRowsSchema(playbookSchema)],
  ['POST /db/playbooks', rowsSchema],
  ['PATCH /db/playbooks?…', rowsSchema],
  ['GET /db/playbook_names?…', toRowsSchema(namesSchema)],
  ['GET /db/playbook_runs?parent_id=is.null&select=id,playbook_id,…', toRowsSchema(listedRun)],
  ['GET /db/playbook_runs?or=(id.eq.…', toRowsSchema(foundRun)],
  ['GET /db/playbook_runs?id=eq.…&select=playbook_id,playbook:…', toRowsSchema(scopedRun)],
  ['GET /db/playbook_runs?select=id,status,…', toRowsSchema(earlierRun)],
  ['GET /db/rpc/get_playbook_run_actions?…', toRowsSchema(actionRowSchema)],
  ['GET /db/playbook_run_actions?…', toRowsSchema(actionDetailSchema)],
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
  ['GET /api/.ory/sessions', toRowsSchema(identitySessionSchema)],
  ['GET /api/.ory/sessions/whoami', identitySessionSchema],
  ['GET /api/.ory/sessions/whoami', sessionSchema],
]

export const rejectionReaders: readonly Reader[] = [
  ['… /api/.ory/self-service/…', rejectedFlow],
  ['… /api/.ory/sessions…', rejectedFlow],
  ['… /about', errorBody],
  ['… /artifacts/…', errorBody],
  ['… /auth/…', errorBody],
  ['… /canary/…', errorBody],
  ['… /connection/…', errorBody],
  ['… /config/…', errorBody],
  ['… /db/…', errorBody],
  ['… /nothing-here', errorBody],
  ['… /rbac/…', errorBody],
  ['… /people/…', errorBody],
  ['… /playbook/…', errorBody],
  ['… /resources/…', errorBody],
]

export const unread: readonly (readonly [request: string, reason: string])[] = [
  ['GET /health', 'only its status is used'],
  ['GET /kubeconfig', 'a file that users save as it is'],
  ['GET /rbac/dump', 'not requested: the console has its own role matrix'],
  [
    'GET /db/agents?select=id,name,description',
    'the topology reads agent names with its own schema, without descriptions',
  ],
  ['GET /db/artifacts?limit=3', 'not requested: artifacts are embedded in their action'],
  ['GET /db/check_names', 'not requested: the summary contains the check names'],
  ['GET /db/check_summary?…', 'not requested: the console uses the summary of the canaries'],
  ['GET /db/check_statuses_1d?…', 'not requested: the backend builds the graph'],
  ['GET /db/check_statuses_1h?…', 'not requested: the backend builds the graph'],
  ['GET /db/check_statuses_5m?order=…', 'not requested: only its sums are, which it rejects'],
  ['GET /db/check_statuses?limit=1&select=check_id', 'not requested: recorded to show the access of a viewer'],
  ['GET /db/checks?select=id&…', 'the count is in Content-Range'],
  ['GET /db/job_history?…', 'not requested: job_histories contains the names as well'],
  ['GET /db/job_history_latest_status?…', 'not requested'],
  ['GET /db/job_history_summary?…', 'not requested: B25 has no such relation'],
  ['GET /db/job_histories?select=id,status,time_start,created_at&name=…', 'an earlier version of a query'],
  ['GET /db/playbook_runs?id=eq.…&select=id,status,start_time,end_time,…', 'an earlier version of a query'],
  ['GET /db/playbook_runs?select=id&limit=1', 'the count is in Content-Range'],
  ['GET /db/team_members?select=person_id', 'not requested'],
  ['GET /db/playbook_runs?parent_id=is.null&…&select=id&limit=1', 'the count is in Content-Range'],
  ['GET /api/.ory/health/ready', 'only its status is used'],
  ['DELETE /api/.ory/sessions', 'only its status is used'],
  ['GET /api/.ory/no/such/path', 'not requested: recorded to show the response to unknown paths'],
  ['GET /api/.ory/version', 'not requested: recorded to show that the service does not reveal its version'],
  ['GET /api/.ory/.well-known/change-password', 'the console serves this address itself'],
]
