import { parseExactJson, stringifyExactJson } from '#shared/primitives/exact-json.ts'
import type { Jq, JqResult } from 'jq-wasm'
import { formatJqError, loadBoundedJq } from '#relay/backend/jq/load-jq.ts'
import { toJson } from '#relay/backend/templates/cel-values.ts'

const memoryMb = 64

/** Undefined during a run and after one that was interrupted, which leaves state behind. */
let interpreter: Jq | undefined

/** In a script, `jq` outside of a template is a program. */
export const usesJq = (source: string, isProgram: boolean): boolean =>
  (isProgram ? /\{\{[^}]*\bjq\b/i : /\bjq\b/i).test(source)

/** The first run compiles the interpreter, which must not count against the time of an expression. */
export const loadJq = async (): Promise<void> => {
  if (interpreter !== undefined) return
  const loaded = await loadBoundedJq(memoryMb * 1024 * 1024)
  loaded.raw('null', '.', ['--'])
  interpreter = loaded
}

/** The lines after the first show the expression. */
const toReason = (stderr: string): string =>
  (formatJqError(stderr).split('\n', 1)[0] ?? '').replace(/^error \(at [^)]*\): /, '').replace(/[.:]$/, '')

const runBounded = (jq: Jq, input: string, expression: string): JqResult => {
  try {
    return jq.raw(input, expression, ['--compact-output', '--'])
  } catch (error) {
    // The interpreter aborts when its memory is used up.
    if (!(error instanceof Error) || error.name !== 'RuntimeError') throw error
    throw new Error(`jq: needs more than ${memoryMb} MB of memory.`, { cause: error })
  }
}

/** Null without a result, the result, or the list of several results. */
export const runJq = (expression: string, value: unknown): unknown => {
  const jq = interpreter
  if (jq === undefined) throw new Error('the interpreter is not loaded')
  interpreter = undefined
  const input = stringifyExactJson(toJson(value))
  const { stdout, stderr, exitCode } = runBounded(jq, input, expression)
  interpreter = jq
  if (exitCode !== 0) throw new Error(`jq: ${toReason(stderr)}.`)
  const results = stdout.split('\n').filter((line) => line !== '')
  if (results.length > 1) return results.map((line): unknown => parseExactJson(line))
  const [only] = results
  return only === undefined ? null : parseExactJson(only)
}
