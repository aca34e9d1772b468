import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import { parseInterpreter, missingProgram, scriptCommand } from '#relay/backend/process/script-interpreter.ts'
import { defineCheckType } from './define-check-type.ts'
import { readVariables } from '#relay/backend/clients/http/fill-variables.ts'
import { scriptConnections, withScriptConnections } from '#relay/backend/clients/clouds/script-connections.ts'
import { checkoutSchema, withCheckout } from '#relay/backend/clients/git/git-checkout.ts'
import { envVars } from '#relay/backend/clients/run/fields.ts'
import { bareEnvironment, runProcess, type ProcessResult } from '#relay/backend/process/run-process.ts'

const unavailable = (feature: string) =>
  z
    .unknown()
    .optional()
    .refine((value) => value === undefined || value === null, `${feature} are not available on this installation`)

const spec = z.strictObject({
  script: z.string().refine((text) => text.trim() !== '', 'must not be empty'),
  env: envVars.optional(),
  connections: scriptConnections.optional(),
  checkout: checkoutSchema.optional(),
  artifacts: unavailable('artifacts of a script'),
})
type ExecSpec = z.infer<typeof spec>

/** The script sees its own `env`, and only PATH, HOME and LANG of this process. Details repeat in `results`. */
export const exec = defineCheckType<ExecSpec>({
  key: 'exec',
  spec,
  formatEndpoint: ({ script }) => shownScript(script),
  run: async ({ script, env, checkout, connections }, run) => {
    const { signal, sandbox } = run
    if (sandbox?.denialReason !== undefined) return { pass: false, invalid: true, message: sandbox.denialReason }
    const how = scriptCommand(script)
    if ('error' in how) return { pass: false, invalid: true, message: how.error }
    const variables = await readVariables(env, run)
    try {
      const result = await withScriptConnections(connections, run, (signIns) =>
        withCheckout(checkout, run, (cwd) =>
          runProcess(how.command, how.args, {
            env: { ...bareEnvironment(), ...signIns, ...variables },
            cwd,
            signal,
            sandbox,
          }),
        ),
      )
      return judged(result, sandbox?.limitReached)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
      return {
        pass: false,
        invalid: true,
        message: missingProgram(how.command),
      }
    }
  },
})

const shownScript = (script: string): string => {
  const { name, body } = parseInterpreter(script)
  const line = body.split('\n').find((text) => text.trim() !== '' && !text.trim().startsWith('#'))
  const [program = ''] = (line ?? '').trim().split(/\s+/)
  return /^[\w./-]+$/.test(program) ? `${name}: ${program}` : `${name} script`
}

const judged = (
  { exitCode, killedBy, stdout, stderr }: ProcessResult,
  limitReached: Sandbox['limitReached'],
): CheckResult => {
  const results = { stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), exitCode }
  const pass = exitCode === 0
  const output = [stderr, stdout]
    .map((text) => text.trim())
    .find((text) => text !== '')
    ?.slice(0, 500)
  const reached = pass ? undefined : limitReached?.(stderr)
  const how = killedBy === null ? `Exit code ${exitCode}` : `Killed by ${killedBy}`
  return {
    pass,
    message: pass
      ? stdout.trim().slice(0, 500) || 'Exit code 0'
      : `${reached === undefined ? '' : `${reached} `}${how}${output === undefined ? '.' : `: ${output}`}`,
    ...(pass || killedBy !== null ? {} : { messageIfTestPasses: output ?? `Exit code ${exitCode}` }),
    details: { ...results, results },
  }
}
