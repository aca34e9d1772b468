import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'
import { filledText } from '#shared/primitives/document-scalars.ts'
import { isOwnPath } from '#shared/artifacts/own-path.ts'
import { toErrorSentence } from '#shared/primitives/thrown-error.ts'
import { keepMatching } from '#relay/backend/artifacts/artifact-files.ts'
import type { CheckContext, CheckResult } from '#relay/backend/checks/spec/check-type.ts'
import type { Sandbox } from '#relay/backend/process/sandbox.ts'
import { parseInterpreter } from '#relay/backend/process/script-interpreter.ts'
import { defineCheckType } from './define-check-type.ts'
import { runScript } from '#relay/backend/clients/scripts/run-script.ts'
import { scriptConnections } from '#relay/backend/clients/scripts/script-connections.ts'
import { checkoutSchema } from '#relay/backend/clients/git/git-checkout.ts'
import { envVars } from '#relay/backend/clients/run/fields.ts'
import type { ProcessResult } from '#relay/backend/process/run-process.ts'

const artifactsMax = 20
const artifact = z.strictObject({
  path: z.string().min(1).refine(isOwnPath, 'must be in the current directory, or /dev/stdout or /dev/stderr'),
})

const spec = z.strictObject({
  script: filledText,
  env: envVars.optional(),
  connections: scriptConnections.optional(),
  checkout: checkoutSchema.optional(),
  artifacts: z.array(artifact).max(artifactsMax).optional(),
})
type ExecSpec = z.infer<typeof spec>

/** Details repeat in `results`. */
export const exec = defineCheckType<ExecSpec>({
  key: 'exec',
  spec,
  formatEndpoint: ({ script }) => shownScript(script),
  run: async (spec, run, context) => {
    const warnings: string[] = []
    const { artifacts = [] } = spec
    const onEnd = async (folder: string, result: ProcessResult) => {
      warnings.push(...(await keepArtifacts(artifacts, folder, result, context)))
    }
    const result = await runScript(spec, run, { onEnd: artifacts.length === 0 ? undefined : onEnd })
    if ('reason' in result) return { pass: false, invalid: true, message: result.reason }
    return { ...judged(result, run.sandbox?.limitReached), ...(warnings.length > 0 && { warnings }) }
  },
})

/** Returns a sentence for each path that was not stored. The script alone decides the result. */
const keepArtifacts = async (
  artifacts: NonNullable<ExecSpec['artifacts']>,
  folder: string,
  { stdout, stderr }: ProcessResult,
  { keepFile, keepText, signal }: CheckContext,
): Promise<readonly string[]> => {
  if (keepFile === undefined || keepText === undefined) return []
  const keeper = {
    keepFile,
    keepOutput: (stream: 1 | 2, filename: string) => keepText(filename, stream === 1 ? stdout : stderr),
  }
  const warnings: string[] = []
  for (const { path } of artifacts) {
    signal.throwIfAborted()
    await keepMatching(path, folder, keeper).catch((error: unknown) => warnings.push(toErrorSentence(error)))
  }
  return warnings
}

const shownScript = (script: string): string => {
  const { name, body } = parseInterpreter(script)
  const line = body.split('\n').find((text) => text.trim() !== '' && !text.trim().startsWith('#'))
  const [program = ''] = (line ?? '').trim().split(/\s+/)
  return /^[\w./-]+$/.test(program) ? `${name}: ${program}` : `${name} script`
}

/** Of a progress bar, its last state. */
const toShownText = (output: string): string =>
  stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trimEnd())
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n')
    .trim()
    .slice(0, 500)

const judged = (
  { exitCode, killedBy, stdout, stderr }: ProcessResult,
  limitReached: Sandbox['limitReached'],
): CheckResult => {
  const results = { stdout: stdout.trimEnd(), stderr: stderr.trimEnd(), exitCode }
  const pass = exitCode === 0
  const output = [stderr, stdout].map(toShownText).find((text) => text !== '')
  const reached = pass ? undefined : limitReached?.(stderr)
  const how = killedBy === null ? `Exit code ${exitCode}` : `Killed by ${killedBy}`
  return {
    pass,
    message: pass
      ? toShownText(stdout) || 'Exit code 0'
      : `${reached === undefined ? '' : `${reached} `}${how}${output === undefined ? '.' : `: ${output}`}`,
    ...(pass || killedBy !== null ? {} : { messageIfTestPasses: output ?? `Exit code ${exitCode}` }),
    details: { ...results, results },
  }
}
