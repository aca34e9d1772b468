import { z } from 'zod'
import { TemplateError } from './template-error.ts'
import { expressionKey, templateLanguages, type Expression, type TemplateLanguage } from './template-language.ts'
import { carry, type CarriedValues } from './worker/carried-values.ts'
import { ExpressionPool } from './worker/expression-pool.ts'
import type { EvaluationResult } from './worker/messages.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'
import { unlessAborted } from '#relay/time-limit.ts'

export type Template = { readonly [language in TemplateLanguage]?: string | undefined }

const sourceMax = 100_000
const text = z.string().max(sourceMax).optional()

export const templateSchema = z
  .strictObject({ expr: text, template: text, jsonPath: text, jsonpath: text, javascript: text })
  .transform(({ jsonpath, ...rest }, context): Template => {
    const used = templateLanguages.filter((language) => (rest[language] ?? '') !== '')
    const template: Template = jsonpath === undefined ? rest : { ...rest, jsonPath: jsonpath }
    if (used.length + (jsonpath === undefined ? 0 : 1) === 1) return template
    context.addIssue({
      code: 'custom',
      message: `needs exactly one of ${templateLanguages.join(', ')}, but has ${used.join(' and ') || 'none'}`,
    })
    return z.NEVER
  })

export interface EvaluateOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
  readonly owner?: string
}

export type CompiledTemplate = Expression

export type Evaluated =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: TemplateError }

const pool = new ExpressionPool()

export const expressionProcesses: Pick<ExpressionPool, 'startFailure' | 'retryFailedStarts'> = pool
const defaultTimeoutMs = 1_000

const rememberedMax = 2_000
const rememberedLengthMax = 1_000
const readable = new Set<string>()

const ask = async (
  expressions: readonly Expression[],
  values: CarriedValues | undefined,
  { signal, timeoutMs = defaultTimeoutMs, owner = '' }: EvaluateOptions,
): Promise<readonly EvaluationResult[]> => {
  const evaluated = pool.evaluate({
    expressions,
    values,
    timeoutMs,
    owner,
    isAborted: () => signal?.aborted === true,
  })
  return signal === undefined ? evaluated : unlessAborted(evaluated, signal)
}

const toTemplateError = (
  { language }: Expression,
  result: Exclude<EvaluationResult, { readonly kind: 'answered' }>,
): TemplateError =>
  result.kind === 'late'
    ? new TemplateError(language, 'Timed out.', result.position)
    : new TemplateError(result.language, result.reason, result.position)

const toEvaluated = (expression: Expression, result: EvaluationResult | undefined): Evaluated => {
  if (result === undefined) throw new Error('expression result missing')
  if (result.kind !== 'answered') return { ok: false, error: toTemplateError(expression, result) }
  return { ok: true, value: result.json === undefined ? undefined : (JSON.parse(result.json) as unknown) }
}

const rejectAll = (expressions: readonly Expression[], reason: string): Evaluated[] =>
  expressions.map(({ language }) => ({ ok: false, error: new TemplateError(language, reason) }))

/** Values are sent once; results are plain JSON in the order of the expressions. Rejects only on abort. */
export const evaluateAll = async (
  expressions: readonly Expression[],
  values: unknown,
  options: EvaluateOptions = {},
): Promise<readonly Evaluated[]> => {
  options.signal?.throwIfAborted()
  if (expressions.length === 0) return []
  if (expressions.some(({ source }) => source.length > sourceMax))
    return rejectAll(expressions, `Longer than ${sourceMax} characters.`)
  let carried: CarriedValues
  try {
    carried = carry(values)
  } catch (error) {
    if (error instanceof ExpectedError) return rejectAll(expressions, error.message)
    throw error
  }
  const results = await ask(expressions, carried, options)
  return expressions.map((expression, index) => toEvaluated(expression, results[index]))
}

const evaluateExpression = async (
  expression: Expression,
  values: unknown,
  options?: EvaluateOptions,
): Promise<unknown> => {
  const [outcome] = await evaluateAll([expression], values, options)
  if (outcome?.ok === true) return outcome.value
  throw outcome?.error ?? new Error('expression result missing')
}

export const findExpressionError = async (
  expression: Expression,
  options: EvaluateOptions = {},
): Promise<TemplateError | undefined> => {
  const { language, source } = expression
  if (source.length > sourceMax) return new TemplateError(language, `Longer than ${sourceMax} characters.`)
  const key = expressionKey(expression)
  if (readable.has(key)) return undefined
  const [result] = await ask([expression], undefined, options)
  const outcome = toEvaluated(expression, result)
  if (!outcome.ok) return outcome.error
  if (key.length <= rememberedLengthMax) {
    if (readable.size >= rememberedMax) readable.clear()
    readable.add(key)
  }
  return undefined
}

export const toExpression = (template: Template): Expression => {
  const language = templateLanguages.find((name) => (template[name] ?? '') !== '')
  if (language === undefined) throw new Error('template without a language')
  return { language, source: template[language] ?? '' }
}

export const compile = async (template: Template): Promise<CompiledTemplate> => {
  const expression = toExpression(template)
  const error = await findExpressionError(expression)
  if (error !== undefined) throw error
  return expression
}

export const evaluate = (template: Template, values: unknown, options?: EvaluateOptions): Promise<unknown> =>
  evaluateExpression(toExpression(template), values, options)

/** Empty where the path does not exist; `evaluate` returns null there. */
export const findJsonPathValues = async (path: string, values: unknown): Promise<readonly unknown[]> =>
  z.array(z.unknown()).parse(await evaluateExpression({ language: 'jsonPathValues', source: path }, values))

export const matchingTexts = async (
  pattern: string,
  texts: readonly string[],
  options?: EvaluateOptions,
): Promise<readonly boolean[]> =>
  z.array(z.boolean()).parse(await evaluateExpression({ language: 'pattern', source: pattern }, texts, options))
