import type { ClientConnection } from '#relay/backend/clients/run/client-context.ts'
import type { ActionContext } from '#relay/backend/playbooks/actions/action-context.ts'
import { noSandbox } from '#relay/backend/process/sandbox.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'

/** Every reference leads to `connection`. */
export const createActionContext = (
  workDir: string,
  connection: Partial<ClientConnection>,
  overrides: Partial<ActionContext> = {},
): ActionContext => ({
  runId: 'r',
  actionId: 'a',
  signal: new AbortController().signal,
  timeoutMs: 30_000,
  env: {},
  variables: {},
  values: [],
  mask: new Mask(),
  sandbox: noSandbox,
  catalog: {
    get database(): never {
      throw new Error('has no catalog')
    },
    onChange: () => undefined,
    onEvent: () => undefined,
  },
  workDir,
  resolveSecret: async (source) =>
    typeof source === 'object' && source !== null && 'value' in source ? String(source.value) : String(source),
  resolveConnection: async () => ({
    url: '',
    username: '',
    password: '',
    insecureTls: false,
    properties: {},
    secrets: [],
    ...connection,
  }),
  output: () => {
    throw new Error('has no output')
  },
  keepFile: async () => undefined,
  keepOutput: async () => undefined,
  ...overrides,
})
