import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import { bareEnvironment, runProcess, type ProcessResult } from './run-process.ts'

interface ProgramOptions {
  /** The program that must be installed, when `command` is a shell that starts it. */
  readonly program?: string
  readonly requiredBy: string
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
  readonly outputMax?: number
  readonly signal: AbortSignal
  readonly sandbox: Sandbox | undefined
}

/** Rejects when programs are not allowed here, and when it is not installed. */
export const runProgram = async (
  command: string,
  args: readonly string[],
  { program = command, requiredBy, env = {}, sandbox, ...options }: ProgramOptions,
): Promise<ProcessResult> => {
  if (sandbox?.denialReason !== undefined) throw new Error(sandbox.denialReason)
  const missing = new Error(`${program} is not installed on this machine; ${requiredBy} requires it`)
  const result = await runProcess(command, args, {
    ...options,
    env: { ...bareEnvironment(), ...env },
    sandbox,
  }).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? missing : error
  })
  if (result.exitCode === 127) throw missing
  return result
}
