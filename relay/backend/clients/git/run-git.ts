import { bareEnvironment, runProcess } from '#relay/backend/process/run-process.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'

const outputMax = 32 * 1024 * 1024

/** Security: git must not run programs or prompt, regardless of a repository's configuration. */
const settings = ['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'log.showSignature=false', 'safe.directory=*']
const environment = {
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ALLOW_PROTOCOL: 'http:https:file',
  GIT_OPTIONAL_LOCKS: '0',
}

interface GitOptions {
  readonly signal: AbortSignal
  readonly authorization?: string | undefined
  readonly sandbox?: Sandbox | undefined
}

/** Arguments are visible to other users of the machine, variables are not. */
export const createGitEnvironment = (authorization: string | undefined): Readonly<Record<string, string>> => ({
  ...bareEnvironment(),
  ...environment,
  ...(authorization !== undefined && {
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'http.extraHeader',
    GIT_CONFIG_VALUE_0: `Authorization: ${authorization}`,
  }),
})

export const runGit = async (
  folder: string | undefined,
  args: readonly string[],
  { signal, authorization, sandbox }: GitOptions,
): Promise<string> => {
  const options = [...settings.flatMap((setting) => ['-c', setting]), ...(folder === undefined ? [] : ['-C', folder])]
  const { exitCode, stdout, stderr, isCut } = await runProcess('git', [...options, ...args], {
    env: createGitEnvironment(authorization),
    signal,
    sandbox,
    cwd: folder,
    outputMax,
  }).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? new Error('git is not installed on this machine; it is required here')
      : error
  })
  if (exitCode !== 0) throw new Error(`git ${args[0]}: ${stderr.trim().slice(0, 500)}`)
  if (isCut) throw new Error(`git ${args[0]} wrote more than ${outputMax / 1024 / 1024} MB`)
  return stdout
}
