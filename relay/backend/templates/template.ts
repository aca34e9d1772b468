import { z } from 'zod'
import { compileCel } from './cel.ts'
import { compileGoTemplate } from './go-template.ts'
import { compileJavaScript } from './javascript.ts'
import { compileJsonPath } from './json-path.ts'
import { TemplateError } from './template-error.ts'
import { templateLanguages, type Evaluation, type TemplateLanguage } from './template-language.ts'
import { TimeLimitError, withinTime } from './within-time.ts'

/** A templated value of a document (contract 7.2, "T"): exactly one of the four languages is given. */
export type Template = { readonly [language in TemplateLanguage]?: string | undefined }

const text = z.string().max(100_000).optional()

/** Reads a templated value; `jsonpath`, which some documents write, is read as `jsonPath`. */
export const templateSchema = z
  .strictObject({ expr: text, template: text, jsonPath: text, jsonpath: text, javascript: text })
  .transform(({ jsonpath, ...rest }, context): Template => {
    const used = templateLanguages.filter((language) => (rest[language] ?? '') !== '')
    const given: Template = jsonpath === undefined ? rest : { ...rest, jsonPath: jsonpath }
    if (used.length + (jsonpath === undefined ? 0 : 1) === 1) return given
    context.addIssue({
      code: 'custom',
      message: `needs exactly one of ${templateLanguages.join(', ')}, and has ${used.join(' and ') || 'none'}`,
    })
    return z.NEVER
  })

export interface EvaluateOptions {
  /** Already aborted: the template does not run. */
  readonly signal?: AbortSignal
  /** How long it may compute, in milliseconds; 1000 when absent. The process computes nothing else meanwhile. */
  readonly timeoutMs?: number
}

/** A template that was read once and can run many times. */
export interface CompiledTemplate {
  readonly language: TemplateLanguage
  run(environment: Readonly<Record<string, unknown>>, options?: EvaluateOptions): Promise<unknown>
}

/**
 * Reads a template, for the moment when its document is loaded. Rejects with TemplateError, which has the line and the
 * column within the template's text, when it is broken or names a function that does not exist.
 * `run` answers plain JSON values (numbers, never bigints) and rejects with TemplateError.
 */
export const compile = async (template: Template): Promise<CompiledTemplate> => {
  const language = templateLanguages.find((name) => (template[name] ?? '') !== '')
  if (language === undefined) throw new Error('a template without a language')
  const failure = (error: unknown): TemplateError => {
    if (error instanceof TemplateError) return error
    if (error instanceof TimeLimitError) return new TemplateError(language, 'It took too long and was stopped.')
    if (error instanceof RangeError) return new TemplateError(language, 'It is nested too deep.')
    return new TemplateError(language, error instanceof Error ? error.message : String(error))
  }
  try {
    const evaluation = await compilers[language](template[language] ?? '')
    return {
      language,
      run: async (environment, { signal, timeoutMs = 1000 } = {}) => {
        signal?.throwIfAborted()
        try {
          return language === 'javascript'
            ? await evaluation(environment, timeoutMs)
            : withinTime(() => evaluation(environment, timeoutMs), timeoutMs)
        } catch (error) {
          throw failure(error)
        }
      },
    }
  } catch (error) {
    throw failure(error)
  }
}

/** Compiles and runs a template once. Rejects with TemplateError. */
export const evaluate = async (
  template: Template,
  environment: Readonly<Record<string, unknown>>,
  options?: EvaluateOptions,
): Promise<unknown> => (await compile(template)).run(environment, options)

/** What is wrong with a template, or undefined when it can run. */
export const validate = async (template: Template): Promise<TemplateError | undefined> => {
  try {
    await compile(template)
    return undefined
  } catch (error) {
    if (error instanceof TemplateError) return error
    throw error
  }
}

const compilers: Record<TemplateLanguage, (source: string) => Evaluation | Promise<Evaluation>> = {
  expr: compileCel,
  jsonPath: compileJsonPath,
  javascript: compileJavaScript,
  template: compileGoTemplate,
}
