import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { startRunRoute, TargetIds } from '#shared/playbooks/playbook-routes.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import type { PlaybookSpec } from '#shared/playbooks/playbook-spec.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { localAgent } from '#shared/agents/local-agent.ts'
import { findUnsupportedReason } from '#relay/backend/playbooks/actions/run-action.ts'
import { aboutRun } from '#relay/backend/playbooks/access/about-run.ts'
import { findAmbiguity, resolveApprovers } from '#relay/backend/playbooks/access/approvers.ts'
import { canReadRun } from '#relay/backend/playbooks/access/assert-can-read.ts'
import { assertCanUse } from '#relay/backend/playbooks/access/assert-can-use.ts'
import { assertPermitted } from '#relay/backend/playbooks/access/permitted.ts'
import { assertCan } from '#relay/backend/playbooks/access/can.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { readPlaybook, type PlaybookRow } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import type { Environment } from '#relay/backend/playbooks/spec/render.ts'
import { evaluateDuration } from '#relay/backend/playbooks/spec/evaluate-duration.ts'
import { resolveResources } from '#relay/backend/playbooks/spec/parameter-resources.ts'
import { resolveParameters, type ResolveParams } from '#relay/backend/playbooks/spec/resolve-parameters.ts'
import { recordConfigChange } from './record-config-change.ts'
import { createEnvironment } from './run-environment.ts'
import { insertRun } from './run-store.ts'
import type { ParameterValues } from '#relay/backend/playbooks/spec/secret-parameters.ts'
import { hasSealed } from '#relay/backend/secrets/sealed-text.ts'
import { unreadableSecret } from '#relay/backend/secrets/vault.ts'
import { assertMatches } from '#relay/backend/playbooks/access/matches-target.ts'
import { invalid, notFound } from '#relay/errors/http-error.ts'
import { readTarget, type Target } from './targets.ts'

type RunRequest = z.infer<typeof startRunRoute.body>

interface Runnable {
  readonly playbook: PlaybookRow
  readonly spec: PlaybookSpec
  readonly target: Target | null
  readonly environment: Environment
  readonly resolve: ResolveParams
}

interface RunnableInput {
  readonly ids: TargetIds
  readonly viewer: Viewer | null
  readonly params?: ParameterValues
  readonly request?: unknown
}

const defaultTimeoutMs = 30 * 60_000

export const readRunnable = async (
  { database, secrets }: Pick<PlaybookDeps, 'database' | 'secrets'>,
  playbookId: string,
  { ids, viewer, params = {}, request }: RunnableInput,
): Promise<Runnable> => {
  const playbook = await readPlaybook(database, playbookId)
  if (playbook === undefined) throw notFound(`Playbook ${playbookId} not found.`)
  const target = await readTarget(database, ids, { includesDeleted: viewer === null })
  if (viewer !== null) assertCan(viewer, 'playbook:run', await aboutRun(database, { ...ids, playbook_id: playbook.id }))
  const opened = secrets.open('playbooks', playbook).spec
  if (hasSealed(JSON.stringify(opened))) throw invalid(unreadableSecret)
  const read = await readPlaybookSpec(opened)
  if ('error' in read) throw invalid(`The playbook ${playbook.name} is invalid. ${read.error.reason}`)
  if (viewer !== null) assertPermitted(playbook.name, read.spec, viewer)
  const { parameters } = read.spec
  const resolve: ResolveParams = async (values) => {
    if (viewer !== null) await assertCanUse(database, viewer, parameters, values)
    return resolveResources(database, parameters, values)
  }
  const environment = createEnvironment({ playbook, target, params: await resolve(params), user: viewer, request })
  await assertMatches(playbook.name, read.spec, target, environment)
  return { playbook, spec: read.spec, target, environment, resolve }
}

const readTimeout = async ({ timeout }: PlaybookSpec, environment: Environment): Promise<number> => {
  if (timeout === undefined) return defaultTimeoutMs
  try {
    return (await evaluateDuration(timeout, environment)) ?? defaultTimeoutMs
  } catch (error) {
    throw invalid(`timeout: ${toErrorSentence(error)}`)
  }
}

/** Without a viewer (started by an event) no permissions are checked. */
export const startRun = async (
  deps: PlaybookDeps,
  request: RunRequest,
  viewer: Viewer | null,
): Promise<{ readonly run_id: string; readonly starts_at: string }> => {
  const { database, engine, parameters, secrets, onChange } = deps
  const { playbook, spec, target, environment, resolve } = await readRunnable(deps, request.id, {
    ids: request,
    viewer,
    request: request.request,
  })
  if (request.agent_id != null && request.agent_id !== localAgent)
    throw invalid(`Agent ${request.agent_id} not found. This installation runs playbooks itself.`)
  const [first] = spec.actions
  const unsupportedReason =
    (spec.runsOn ?? []).length > 0 && first !== undefined ? findUnsupportedReason(first, spec.runsOn) : undefined
  if (unsupportedReason !== undefined) throw invalid(`${playbook.name} cannot run here. ${unsupportedReason}`)
  const values = await resolveParameters(spec.parameters, request.params ?? {}, environment, resolve)
  const timeoutMs = await readTimeout(spec, { ...environment, params: await resolve(values) })
  if (request.parent_id != null) {
    const { rows } = await database.query('select 1 from playbook_runs where id = $1', [request.parent_id])
    const isSeen = viewer === null || (await canReadRun(database, viewer, request.parent_id))
    if (rows.length === 0 || !isSeen) throw invalid(`Parent run ${request.parent_id} not found.`)
  }
  const runId = randomUUID()
  const approvers = await resolveApprovers(database, spec)
  const ambiguity = approvers === null || viewer === null ? undefined : findAmbiguity(approvers)
  if (ambiguity !== undefined) throw invalid(ambiguity)
  const startsAt = await insertRun(database, secrets, {
    id: runId,
    playbookId: playbook.id,
    status: approvers === null ? 'scheduled' : 'pending_approval',
    spec,
    parameters: parameters.seal(runId, spec.parameters, values),
    request: request.request,
    timeoutMs,
    target: request,
    parentId: request.parent_id ?? null,
    notificationSendId: request.notification_send_id ?? null,
    createdBy: viewer?.id ?? null,
  })
  onChange({ relation: 'playbook_runs', ids: [runId] })
  if (target?.kind === 'config') {
    const run = { id: runId, config_id: target.id, playbook_id: playbook.id, created_by: null }
    await recordConfigChange(database, run, 'PlaybookScheduled', playbook.name)
    onChange({ relation: 'config_changes' })
  }
  if (approvers === null) engine.enqueue(runId)
  return { run_id: runId, starts_at: startsAt }
}
