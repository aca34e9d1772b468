import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import quickJs from '@jitl/quickjs-wasmfile-release-sync'
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSWASMModule } from 'quickjs-emscripten-core'
import { TemplateError } from './template-error.ts'
import type { Evaluation } from './template-language.ts'
import { withPlainIntegers } from './worker/carried-values.ts'
import { TimeLimitError } from './worker/within-time.ts'

const memoryBytes = 48 * 1024 * 1024
const stackBytes = 512 * 1024
const compileMs = 5_000

/** Shared until a run fails: a failed run may leave state behind. */
let interpreter: QuickJSWASMModule | undefined

export const loadInterpreter = async (): Promise<void> => {
  interpreter ??= await newQuickJSWASMModuleFromVariant(quickJs)
}

/** Published expressions use Underscore as `_`. */
const usesUnderscore = /(?<![\w$.])_[.(]/
let underscore: string | undefined

const loadUnderscore = (): string =>
  (underscore ??= readFileSync(createRequire(import.meta.url).resolve('underscore/underscore-umd-min.js'), 'utf8'))

const inSandbox = <T>(timeoutMs: number, work: (context: QuickJSContext) => T): T => {
  const quickJs = interpreter
  if (quickJs === undefined) throw new Error('The JavaScript interpreter is not loaded.')
  interpreter = undefined
  const runtime = quickJs.newRuntime({ memoryLimitBytes: memoryBytes, maxStackSizeBytes: stackBytes })
  const endMs = performance.now() + timeoutMs
  runtime.setInterruptHandler(() => performance.now() > endMs)
  const context = runtime.newContext()
  const value = work(context)
  context.dispose()
  runtime.dispose()
  interpreter = quickJs
  return value
}

/**
 * Sandboxed: no files, network, timers or host objects, and a fresh context per run. The environment becomes global
 * variables; the result is the value of the last statement. Throws TemplateError for invalid syntax.
 */
export const compileJavaScript = (source: string): Evaluation => {
  inSandbox(compileMs, (context) => evaluateCode(context, source, { compileOnly: true }))
  const library = usesUnderscore.test(source) ? loadUnderscore() : undefined
  return (environment, timeoutMs) =>
    inSandbox(timeoutMs, (context) => {
      if (library !== undefined) evaluateCode(context, library)
      evaluateCode(
        context,
        `Object.assign(globalThis, JSON.parse(${JSON.stringify(JSON.stringify(environment, withPlainIntegers))}));0`,
      )
      return evaluateCode(context, source)
    })
}

const evaluateCode = (context: QuickJSContext, code: string, { compileOnly = false } = {}): unknown => {
  const result = context.evalCode(code, 'template', { type: 'global', compileOnly })
  if (result.error !== undefined) throw toError(result.error.consume((error): unknown => context.dump(error)))
  return result.value.consume((value): unknown => {
    if (compileOnly) return undefined
    const kind = context.typeof(value)
    if (kind === 'function' || kind === 'symbol') return null
    return (context.dump(value) as unknown) ?? null
  })
}

const toError = (thrown: unknown): Error => {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) {
    return new TemplateError('javascript', `Threw ${JSON.stringify(thrown)}.`)
  }
  const message = String(thrown.message)
  const name = 'name' in thrown ? String(thrown.name) : 'Error'
  const at = 'stack' in thrown ? /template:(\d+)(?::(\d+))?/.exec(String(thrown.stack)) : null
  const position = at === null ? undefined : { line: Number(at[1]), column: Number(at[2] ?? 1) }
  if (message === 'interrupted') return new TimeLimitError('Interrupted.', position)
  if (message === 'out of memory') {
    return new TemplateError(
      'javascript',
      `Stopped: needs more than ${memoryBytes / 1024 / 1024} MB of memory.`,
      position,
    )
  }
  return new TemplateError('javascript', `${name}: ${message}.`, position)
}
