import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'

interface Unavailable {
  readonly path: readonly string[]
  readonly reason: string
}

const isBlank = (text: string | undefined): boolean => text === undefined || text.trim() === ''

/** Finds fields that make every run of the step fail. Values that only a run knows are checked by the run. */
export const findUnavailable = (action: PlaybookAction): Unavailable | undefined => {
  const { exec, http } = action
  for (const name of ['connections', 'checkout'] as const)
    if (exec?.[name] !== undefined)
      return { path: ['exec', name], reason: 'is not available on this installation. Remove it from the step.' }
  for (const name of ['ntlm', 'ntlmv2'] as const)
    if (http?.[name] === true)
      return { path: ['http', name], reason: 'NTLM authentication is not available on this installation.' }
  for (const kind of ['http', 'sql', 'notification'] as const) {
    const step = action[kind]
    if (step !== undefined && isBlank(step.url) && isBlank(step.connection))
      return { path: [kind], reason: 'needs url or connection' }
  }
  return undefined
}
