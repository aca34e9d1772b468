import type { z } from 'zod'
import { readVariables } from '#relay/backend/clients/http/fill-variables.ts'
import { withCheckout, type Checkout } from '#relay/backend/clients/git/git-checkout.ts'
import type { ClientRun } from '#relay/backend/clients/run/client-run.ts'
import type { envVars } from '#relay/backend/clients/run/fields.ts'
import { bareEnvironment, runProcess, type ProcessResult } from '#relay/backend/process/run-process.ts'
import { withTemporaryFolder } from '#relay/backend/process/temporary-folder.ts'
import { missingProgram, scriptCommand } from '#relay/backend/process/script-interpreter.ts'
import { findSetupError, type ScriptSetup } from './script-setup.ts'
import { withScriptConnections, type ScriptConnections } from './script-connections.ts'

interface Script {
  readonly script: string
  readonly env?: z.infer<typeof envVars> | undefined
  readonly checkout?: Checkout | undefined
  readonly connections?: ScriptConnections | undefined
  readonly setup?: ScriptSetup | undefined
}

interface ScriptOptions {
  readonly outputMax?: number | undefined
  /** With the folder of the script, before it is removed. Without it and a checkout, a script has no folder of its own. */
  readonly onEnd?: ((folder: string, result: ProcessResult) => Promise<void>) | undefined
}

/**
 * The script sees its own `env`, and only PATH, HOME and LANG of this process. A `reason` says why it cannot run here.
 */
export const runScript = async (
  { script, env, checkout, connections, setup }: Script,
  run: ClientRun,
  { outputMax, onEnd }: ScriptOptions = {},
): Promise<ProcessResult | { readonly reason: string }> => {
  const { signal, sandbox } = run
  if (sandbox?.denialReason !== undefined) return { reason: sandbox.denialReason }
  const how = scriptCommand(script)
  if ('error' in how) return { reason: how.error }
  const setupError = await findSetupError(setup, run)
  if (setupError !== undefined) return { reason: setupError }
  const own = await readVariables(env, run)
  const inFolder = <T>(work: (folder: string | undefined) => Promise<T>) =>
    checkout === undefined && onEnd !== undefined
      ? withTemporaryFolder(sandbox, work)
      : withCheckout(checkout, run, work)
  try {
    return await withScriptConnections(connections, run, ({ variables, folder }) =>
      inFolder(async (cwd) => {
        const result = await runProcess(how.command, how.args, {
          env: { ...bareEnvironment(), ...variables, ...own },
          cwd,
          kept: folder,
          signal,
          sandbox,
          outputMax,
        })
        if (cwd !== undefined) await onEnd?.(cwd, result)
        return result
      }),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { reason: missingProgram(how.command) }
    throw error
  }
}
