import { dryRunMax, type DryRun } from '#shared/resources/dry-run-route.ts'
import type { CheckKinds, CheckEntry } from '#relay/backend/checks/spec/canary-spec.ts'
import { readCanarySpec } from '#relay/backend/checks/spec/canary-spec.ts'
import type { ClientContext } from '#relay/backend/clients/run/client-context.ts'
import { runCheck } from '#relay/backend/checks/engine/run-check.ts'

export interface TryChecksDeps extends Pick<ClientContext, 'resolveSecret' | 'sandbox' | 'findConfigs'> {
  readonly kinds: CheckKinds
  readonly resolveConnection: NonNullable<ClientContext['resolveConnection']>
}

interface DryRunInput {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly spec: unknown
  readonly signal: AbortSignal
}

const atATime = 5

export const tryChecks = async (
  { id, name, namespace, spec, signal }: DryRunInput,
  { kinds, ...deps }: TryChecksDeps,
): Promise<DryRun> => {
  const read = await readCanarySpec(spec, kinds)
  const { error, broken } = read
  const specErrors = [broken ? error : undefined, ...read.checks.map((check) => check.error)].filter(
    (each) => each !== undefined,
  )
  const runnable = read.checks.filter((entry) => entry.runnable !== undefined)
  const chosen = runnable.slice(0, dryRunMax)
  const checks: DryRun['checks'] = []
  const waiting = chosen.map((entry, index) => ({ entry, index }))
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift())
      checks[next.index] = await tryOne(next.entry)
  }
  const tryOne = async ({ type, name: checkName, runnable: ready }: CheckEntry) => {
    if (ready === undefined) throw new Error('Check is not runnable.')
    const record = toCheckRecord({ id, name, namespace }, { type, name: checkName, endpoint: ready.prepared.endpoint })
    const { outcome } = await runCheck(record, ready, { ...deps, signal, last: undefined })
    const { pass, message, error, durationMs } = outcome
    return { name: checkName, type, pass, message: pass ? message : error, durationMs }
  }
  await Promise.all(Array.from({ length: atATime }, work))
  const done = checks.filter((check) => check !== undefined)
  return {
    problems: specErrors.map((each) => ({ path: [...each.path], reason: each.reason })),
    checks: done,
    items: [],
    steps: [],
    notes: [
      ...(error !== undefined && !broken ? [error.reason] : []),
      ...(runnable.length > chosen.length
        ? [`${runnable.length - chosen.length} more checks were not run: a dry run is limited to ${dryRunMax}.`]
        : []),
      ...(done.length < chosen.length ? [`Timed out before ${chosen.length - done.length} checks ran.`] : []),
    ],
  }
}

const toCheckRecord = (
  canary: Pick<DryRunInput, 'id' | 'name' | 'namespace'>,
  check: { readonly type: string; readonly name: string; readonly endpoint: string },
) => ({
  id: canary.id,
  canaryId: canary.id,
  canaryName: canary.name,
  canaryNamespace: canary.namespace,
  ...check,
  namespace: canary.namespace,
  icon: '',
  description: '',
  labels: {},
  severity: '',
  owner: '',
  agentId: '',
  schedule: '',
  intervalMs: null,
  createdAt: '',
  silencedAt: null,
  acknowledged: null,
  configError: '',
  dependsOn: [],
  confirmation: undefined,
})
