import { z } from 'zod'
import type { CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import { parseInterpreter } from '#relay/backend/process/script-interpreter.ts'
import { defineCheckType } from './define-check-type.ts'
import { runScript } from '#relay/backend/clients/scripts/run-script.ts'
import { scriptConnections } from '#relay/backend/clients/scripts/script-connections.ts'
import { checkoutSchema } from '#relay/backend/clients/git/git-checkout.ts'
import { envVars } from '#relay/backend/clients/run/fields.ts'
import type { ProcessResult } from '#relay/backend/process/run-process.ts'

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

/** Details repeat in `results`. */
export const exec = defineCheckType<ExecSpec>({
  key: 'exec',
  spec,
  formatEndpoint: ({ script }) => shownScript(script),
  run: async (spec, run) => {
    const result = await runScript(spec, run)
    if ('reason' in result) return { pass: false, invalid: true, message: result.reason }
    return judged(result, run.sandbox?.limitReached)
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
