import { bareEnvironment, runProcess, type ProcessResult } from '#relay/backend/process/run-process.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { withGitSignIn, type GitAccess } from './git-access.ts'

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
  /** Missing for work within a folder. */
  readonly access?: GitAccess | undefined
  readonly sandbox?: Sandbox | undefined
}

/** Resolves whatever the exit code is. */
export const startGit = async (
  folder: string | undefined,
  args: readonly string[],
  { signal, access, sandbox }: GitOptions,
): Promise<ProcessResult> => {
  const options = [...settings.flatMap((setting) => ['-c', setting]), ...(folder === undefined ? [] : ['-C', folder])]
  const result = await withGitSignIn(access, sandbox, ({ env, folder: kept }) =>
    runProcess('git', [...options, ...args], {
      env: { ...bareEnvironment(), ...environment, ...env },
      signal,
      sandbox,
      cwd: folder,
      kept,
      outputMax,
    }),
  ).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? new ExpectedError('git is not installed on this machine; it is required here')
      : error
  })
  if (access?.ssh !== undefined && /\bssh: (?:command )?not found/.test(result.stderr))
    throw new ExpectedError('ssh is not installed on this machine; it is required here')
  if (result.isCut) throw new ExpectedError(`git ${args[0]} wrote more than ${outputMax / 1024 / 1024} MB`)
  return result
}

export const runGit = async (
  folder: string | undefined,
  args: readonly string[],
  options: GitOptions,
): Promise<string> => {
  const { exitCode, stdout, stderr } = await startGit(folder, args, options)
  if (exitCode !== 0) throw new Error(`git ${args[0]}: ${stderr.trim().slice(0, 500)}`)
  return stdout
}
