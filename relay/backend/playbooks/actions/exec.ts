import type { PlaybookAction } from '#shared/playbooks/playbook-spec.ts'
import { formatPath } from '#shared/primitives/format-path.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { createClientRun } from '#relay/backend/clients/run/client-run.ts'
import { checkOut, type Checkout } from '#relay/backend/clients/git/git-checkout.ts'
import {
  readScriptConnections,
  withScriptConnections,
  type SignIns,
} from '#relay/backend/clients/scripts/script-connections.ts'
import { bareEnvironment } from '#relay/backend/process/run-process.ts'
import { missingProgram, scriptCommand } from '#relay/backend/process/script-interpreter.ts'
import { readValue, type ActionContext, type ActionOutcome } from '#relay/backend/playbooks/actions/action-context.ts'
import { keepMatching } from '#relay/backend/artifacts/artifact-files.ts'
import { actionVariable, runVariable } from '#relay/backend/playbooks/process/process-family.ts'
import { runCommand } from '#relay/backend/playbooks/process/run-command.ts'

type ExecSpec = NonNullable<PlaybookAction['exec']>

/** Security: of the relay's environment the script sees only PATH, HOME and LANG. */
export const runExec = async (spec: ExecSpec, context: ActionContext): Promise<ActionOutcome> => {
  if (spec.connections === undefined) return runScript(spec, context, { variables: {}, folder: undefined })
  const read = readScriptConnections(spec.connections)
  if ('reason' in read)
    return { result: {}, error: `exec.${formatPath(['connections', ...read.path])}: ${read.reason}.` }
  try {
    return await withScriptConnections(read.connections, createClientRun(context, context.signal), (signIns) =>
      runScript(spec, context, signIns),
    )
  } catch (error) {
    context.signal.throwIfAborted()
    return { result: {}, error: toErrorSentence(error) }
  }
}

const runScript = async (spec: ExecSpec, context: ActionContext, signIns: SignIns): Promise<ActionOutcome> => {
  const { script, env = [], artifacts = [] } = spec
  const { denialReason } = context.sandbox
  if (denialReason !== undefined) return { result: {}, error: denialReason }
  const how = scriptCommand(script)
  if ('error' in how) return { result: {}, error: how.error }
  const variables = await Promise.all(
    env.map(async (source): Promise<[string, string]> => [source.name, await readValue(source, context)]),
  )
  const values = Object.entries(context.variables).map(([name, value]) => `${name}=${value}`)
  const ran = { path: how.command, args: [script, ...values] }
  let cwd = context.workDir
  if (spec.checkout !== undefined) {
    try {
      cwd = await checkOut(await readCheckout(spec.checkout, context), cwd, createClientRun(context, context.signal))
    } catch (error) {
      context.signal.throwIfAborted()
      return { result: ran, error: `checkout: ${toErrorSentence(error)}` }
    }
  }
  const output = context.output()
  const mark = `${actionVariable}=${context.actionId}`
  try {
    const { exitCode, killedBy } = await runCommand({
      ...how,
      env: {
        ...bareEnvironment(),
        ...signIns.variables,
        ...context.env,
        ...Object.fromEntries(variables),
        ...context.variables,
        [actionVariable]: context.actionId,
        [runVariable]: context.runId,
      },
      cwd,
      kept: signIns.folder,
      sandbox: context.sandbox,
      mark,
      signal: context.signal,
      output,
      onPipes: (goOn) => output.onRoom(goOn),
    })
    output.finish()
    const errors: string[] = []
    for (const { path } of artifacts) {
      await keepMatching(path, cwd, context).catch((error: unknown) => errors.push(toErrorSentence(error)))
    }
    const ended = killedBy === null ? `Exit code ${exitCode}` : `Killed by ${killedBy}`
    const reached = exitCode === 0 ? undefined : context.sandbox.limitReached?.(output.tail(2))
    if (reached !== undefined) errors.unshift(reached)
    if (exitCode !== 0) errors.unshift(`${ended}.`)
    const [stdout, stderr] = [withoutLastBreak(output.tail(1)), withoutLastBreak(output.tail(2))]
    const result = { stdout, stderr, exitCode, ...ran }
    return { result, error: errors.length === 0 ? null : errors.join(' ') }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return { result: ran, error: missingProgram(how.command) }
  }
}

const readCheckout = async (
  { username, password, certificate, ...checkout }: NonNullable<ExecSpec['checkout']>,
  context: ActionContext,
): Promise<Checkout> => {
  const read = async (source: unknown) =>
    source === undefined ? undefined : { value: await readValue(source, context) }
  return {
    ...checkout,
    username: await read(username),
    password: await read(password),
    certificate: await read(certificate),
  }
}

/** As the production services do, so that later steps read a value without a line break. */
const withoutLastBreak = (text: string): string => text.replace(/\r?\n$/, '')
