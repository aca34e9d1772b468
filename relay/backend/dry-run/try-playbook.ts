import type { DryRun } from '#shared/resources/dry-run-route.ts'
import type { Viewer } from '#shared/access/viewer.ts'
import { createEnvironment } from '#relay/backend/playbooks/runs/run-environment.ts'
import { hideSecrets, renderSteps } from '#relay/backend/playbooks/runs/render-steps.ts'
import { readPlaybookSpec } from '#relay/backend/playbooks/spec/read-spec.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { maskedSecret } from '#relay/backend/secrets/sealed-text.ts'

interface DryRunInput {
  readonly id: string
  readonly name: string
  readonly namespace: string
  readonly spec: unknown
  readonly viewer: Viewer
}

/** Renders the commands and requests of the steps. Runs none of them and reads no secret. */
export const tryPlaybook = async ({ id, name, namespace, spec, viewer }: DryRunInput): Promise<DryRun> => {
  const nothing = { problems: [], checks: [], items: [], notes: [], steps: [] }
  const read = await readPlaybookSpec(spec)
  if ('error' in read) {
    const { path, reason } = read.error
    return { ...nothing, problems: [{ path: [...path], reason }] }
  }
  const { parameters = [], env: sources = [] } = read.spec
  const mask = new Mask()
  mask.hideAll(secretsIn(read.spec))
  // The name of a parameter without a default shows its place in the command.
  const values = Object.fromEntries(
    parameters.map((parameter) => [parameter.name, String(parameter.default ?? `<${parameter.name}>`)]),
  )
  const env = Object.fromEntries(
    sources.map((source) => [source.name, source.valueFrom === undefined ? String(source.value ?? '') : maskedSecret]),
  )
  const playbook = { id, name, namespace, title: read.spec.title ?? '' }
  const environment = createEnvironment({
    playbook,
    target: null,
    params: hideSecrets(parameters, values),
    user: viewer,
    env,
  })
  return {
    ...nothing,
    steps: await renderSteps(read.spec, environment, mask),
    notes: [
      parameters.length === 0
        ? 'Nothing was run. The steps are rendered without a resource.'
        : 'Nothing was run. The steps are rendered with the defaults of the parameters and without a resource.',
    ],
  }
}
