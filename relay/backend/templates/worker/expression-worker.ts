import { demandBounds, JsonBoundError } from '#shared/primitives/bounded-json.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { compileCel } from '#relay/backend/templates/cel.ts'
import { loadJq, usesJq } from '#relay/backend/templates/functions/jq-functions.ts'
import { compileGoTemplate } from '#relay/backend/templates/go-template.ts'
import { compileJavaScript, loadInterpreter } from '#relay/backend/templates/javascript.ts'
import { compileJsonPath, compileJsonPathValues } from '#relay/backend/templates/json-path.ts'
import { compilePattern } from '#relay/backend/templates/pattern.ts'
import { compileProgram } from '#relay/backend/templates/programs/compile-program.ts'
import { TemplateError } from '#relay/backend/templates/template-error.ts'
import type { Evaluation, Expression, ExpressionLanguage } from '#relay/backend/templates/template-language.ts'
import { unpack, withPlainIntegers } from './carried-values.ts'
import { CompiledCache } from './compiled-cache.ts'
import type { EvaluationJob, EvaluationResult, WorkerReply } from './messages.ts'
import { TimeLimitError, withinTime } from './within-time.ts'

const resultMax = 1_000_000
const reasonMax = 2_000
/**
 * The JavaScript interpreter usually reports its own timeout with a position; the process is interrupted only
 * after this grace period.
 */
const interruptGraceMs = 100
const togetherMs = 50

const compilers: Record<ExpressionLanguage, (expression: Expression) => Evaluation> = {
  expr: ({ source }) => compileCel(source),
  jsonPath: ({ source }) => compileJsonPath(source),
  jsonPathValues: ({ source }) => compileJsonPathValues(source),
  javascript: ({ source }) => compileJavaScript(source),
  template: (expression) => compileGoTemplate(expression.source, expression),
  pattern: ({ source }) => compilePattern(source),
  program: ({ source, program }) => {
    if (program === undefined) throw new Error('program without a source')
    return compileProgram(source, program)
  },
}
const compiled = new CompiledCache()

type Environment = Readonly<Record<string, unknown>> | undefined

const runExpression = (expression: Expression, environment: Environment, timeoutMs: number): EvaluationResult => {
  const run = compiled.get(expression, () => compilers[expression.language](expression))
  const json = environment === undefined ? undefined : serialize(run(environment, timeoutMs), expression)
  return { kind: 'answered', json }
}

const needsJq = ({ language, source }: Expression): boolean =>
  (language === 'expr' || language === 'template' || language === 'program') && usesJq(source, language === 'program')

const evaluate = async (
  expression: Expression,
  environment: Environment,
  timeoutMs: number,
): Promise<EvaluationResult> => {
  const isScript = expression.language === 'javascript'
  if (isScript) await loadInterpreter()
  if (needsJq(expression)) await loadJq()
  try {
    return withinTime(
      () => runExpression(expression, environment, timeoutMs),
      timeoutMs + (isScript ? interruptGraceMs : 0),
    )
  } catch (error) {
    return toFailure(error, expression)
  }
}

const evaluateTogether = (
  expressions: readonly Expression[],
  environment: Environment,
  timeoutMs: number,
): EvaluationResult[] => {
  const results: EvaluationResult[] = []
  try {
    withinTime(
      () => {
        for (const expression of expressions) {
          if (expression.language === 'javascript' || needsJq(expression)) return
          try {
            results.push(runExpression(expression, environment, timeoutMs))
          } catch (error) {
            results.push(toFailure(error, expression))
          }
        }
      },
      Math.min(timeoutMs, togetherMs),
    )
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
  }
  return results
}

const serialize = (value: unknown, { language }: Expression): string => {
  const json = JSON.stringify(value, withPlainIntegers) ?? 'null'
  if (json.length > resultMax) {
    throw new TemplateError(language, `The result exceeds ${resultMax} characters.`)
  }
  demandBounds(json)
  return json
}

const toFailure = (error: unknown, { language }: Expression): EvaluationResult => {
  if (error instanceof TimeLimitError) return { kind: 'late', position: error.position }
  const failed = (reason: string, position?: { line: number; column: number }): EvaluationResult => ({
    kind: 'failed',
    language: error instanceof TemplateError ? error.language : language,
    reason: reason.length > reasonMax ? `${reason.slice(0, reasonMax)}…` : reason,
    position,
  })
  if (error instanceof TemplateError) {
    const { line, column, reason } = error
    return failed(reason, line === undefined || column === undefined ? undefined : { line, column })
  }
  if (error instanceof JsonBoundError) return failed(`Invalid result. ${error.message}`)
  if (error instanceof RangeError) return failed('Nested too deep.')
  return failed(toErrorMessage(error))
}

const carryOut = async ({ id, expressions, values, timeoutMs }: EvaluationJob): Promise<WorkerReply> => {
  const environment = values === undefined ? undefined : (unpack(values) as Readonly<Record<string, unknown>>)
  const results = expressions.length > 1 ? evaluateTogether(expressions, environment, timeoutMs) : []
  for (const expression of expressions.slice(results.length))
    results.push(await evaluate(expression, environment, timeoutMs))
  return { kind: 'done', id, results }
}

/** Resolves when the message was flushed: the next job may block this process for long. */
const post = (reply: WorkerReply): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(reply, undefined, undefined, () => resolve())
  })

let work: Promise<void> = Promise.resolve()
process.on('message', (job: EvaluationJob) => {
  work = work.then(async () => post(await carryOut(job)))
})
process.on('disconnect', () => process.exit())
// Signals that stop the relay also reach this process, which must outlive them until the relay disconnects.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
await post({ kind: 'ready' })
