import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import { scriptCommand } from '#relay/backend/script-interpreter.ts'

interface Unavailable {
  readonly path: readonly string[]
  readonly reason: string
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''

/** Finds fields that make every run of the step fail. Values that only a run knows are checked by the run. */
export const findUnavailable = (action: PlaybookAction): Unavailable | undefined => {
  const { exec, http, github, azureDevopsPipeline: pipeline } = action
  if (exec?.connections !== undefined)
    return { path: ['exec', 'connections'], reason: 'is not available on this installation. Remove it from the step.' }
  if (exec?.checkout !== undefined && isBlank(exec.checkout.url) && isBlank(exec.checkout.connection))
    return { path: ['exec', 'checkout'], reason: 'needs url or connection' }
  const how = exec === undefined ? undefined : scriptCommand(exec.script)
  if (how !== undefined && 'error' in how) return { path: ['exec', 'script'], reason: how.error }
  for (const name of ['ntlm', 'ntlmv2'] as const)
    if (http?.[name] === true)
      return { path: ['http', name], reason: 'NTLM authentication is not available on this installation.' }
  for (const kind of ['http', 'sql', 'notification'] as const) {
    const step = action[kind]
    if (step !== undefined && isBlank(step.url) && isBlank(step.connection))
      return { path: [kind], reason: 'needs url or connection' }
  }
  if (github !== undefined && isBlank(github.username) && !github.repo.includes('/') && !hasTemplate(github.repo))
    return { path: ['github', 'username'], reason: 'required, because repo has no owner' }
  if (pipeline !== undefined && isBlank(pipeline.org) && isBlank(pipeline.connection))
    return { path: ['azureDevopsPipeline', 'org'], reason: 'required without connection' }
  return undefined
}
