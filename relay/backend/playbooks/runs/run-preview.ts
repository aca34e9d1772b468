import type { Viewer } from '#shared/access/viewer.ts'
import type { RunPreview } from '#shared/playbooks/preflight.ts'
import { canReadRun } from '#relay/backend/playbooks/access/assert-can-read.ts'
import { assertCanReadTarget, assertCanUse } from '#relay/backend/playbooks/access/assert-can-use.ts'
import type { PlaybookDeps } from '#relay/backend/playbooks/playbook-deps.ts'
import { resolveResources } from '#relay/backend/playbooks/spec/parameter-resources.ts'
import { readPlaybook } from '#relay/backend/playbooks/spec/playbook-store.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import type { Queryable } from '#relay/database/database.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { hasSealed, maskedSecret } from '#relay/backend/secrets/sealed-text.ts'
import { unreadableSecret } from '#relay/backend/secrets/vault.ts'
import { invalid, notFound } from '#relay/errors/http-error.ts'
import { runningOn } from './preflight.ts'
import { hideSecrets, renderSteps } from './render-steps.ts'
import { createEnvironment, describeRun } from './run-environment.ts'
import { readRun } from './run-store.ts'
import { readTarget } from './targets.ts'

const listReadable = async <Run extends { readonly id: string }>(
  database: Queryable,
  viewer: Viewer,
  runs: readonly Run[],
): Promise<Run[]> => {
  const readable = await Promise.all(runs.map(({ id }) => canReadRun(database, viewer, id)))
  return runs.filter((_, index) => readable[index])
}

/** The steps of a run with its own parameters. Starts and stores nothing; secrets are not even opened. */
export const previewRun = async (
  { database, secrets }: Pick<PlaybookDeps, 'database' | 'secrets'>,
  runId: string,
  viewer: Viewer,
): Promise<RunPreview> => {
  const stored = await readRun(database, runId)
  if (stored === undefined) throw notFound(`Run ${runId} not found.`)
  const run = secrets.open('playbook_runs', stored)
  if (hasSealed(JSON.stringify(run.spec))) throw invalid(unreadableSecret)
  const read = await readPlaybookSpec(run.spec)
  if ('error' in read) throw invalid(`The playbook of this run is invalid. ${read.error.reason}`)
  const { spec } = read
  const playbook = await readPlaybook(database, run.playbook_id)
  const target = await readTarget(database, run, { includesDeleted: true })
  if (target !== null) await assertCanReadTarget(database, viewer, target)
  await assertCanUse(database, viewer, spec.parameters, run.parameters ?? {})
  const values = hideSecrets(spec.parameters, run.parameters ?? {})
  const mask = new Mask()
  mask.hideAll(secretsIn([run.spec, run.request]))
  const env = Object.fromEntries(
    (spec.env ?? []).map(({ name, value, valueFrom }) => [
      name,
      valueFrom === undefined ? String(value ?? '') : maskedSecret,
    ]),
  )
  const params = await resolveResources(database, spec.parameters, values)
  const environment = createEnvironment({ ...describeRun(run, playbook, target, params), env })
  const others = target === null ? [] : await runningOn(database, target)
  return {
    target: target && {
      kind: target.kind,
      id: target.id,
      name: target.name,
      type: target.type,
      health: target.health,
      status: target.status,
    },
    steps: await renderSteps(spec, environment, mask),
    running: await listReadable(
      database,
      viewer,
      others.filter(({ id }) => id !== runId),
    ),
  }
}
