import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll, type EvaluateOptions } from '#relay/backend/templates/template.ts'

export type Environment = Readonly<Record<string, unknown>>

const shellField = /\$\((\.[A-Za-z_][\w.]*)\)/g
const noDollars = 'gotemplate: left-delim={{ right-delim=}}\n'

/** A text as a Go template, in which `getLastAction` and `getAction "name"` answer earlier steps; undefined when it is none. */
const templateOf = (text: string): Expression | undefined =>
  text.includes('{{') || text.includes('$(') || text.includes('gotemplate:')
    ? { language: 'template', source: text, readsActions: true }
    : undefined

/** As `templateOf`, for a shell script, where `$(…)` belongs to the shell unless a field stands in it: `$(.params.name)`. */
const scriptTemplateOf = (text: string): Expression | undefined =>
  text.includes('gotemplate:') ? templateOf(text) : templateOf(`${noDollars}${text.replaceAll(shellField, '{{$1}}')}`)

/** Every text within a value replaced by what `fill` makes of it; `name` is the member that it stands in. */
const mapTexts = (value: unknown, fill: (text: string, name: string) => unknown, name = ''): unknown => {
  if (typeof value === 'string') return fill(value, name)
  if (Array.isArray(value)) return value.map((member: unknown) => mapTexts(member, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => [key, mapTexts(member, fill, key)]),
  )
}

export interface RenderOptions extends EvaluateOptions {
  /** Texts that stay as they are written. */
  readonly leaves?: (text: string) => boolean
  /** Takes what is wrong with a template, which then stays as it is written. */
  readonly onError?: (error: Error) => void
}

/** Every text within a value filled in; `script` members as scripts. Rejects with the first TemplateError that nobody takes. */
export const renderValue = async (
  value: unknown,
  environment: Environment,
  { leaves = () => false, onError = refuse, ...options }: RenderOptions = {},
): Promise<unknown> => {
  const of = (text: string, name: string): Expression | undefined =>
    leaves(text) ? undefined : (name === 'script' ? scriptTemplateOf : templateOf)(text)
  const templates: Expression[] = []
  mapTexts(value, (text, name) => {
    const template = of(text, name)
    if (template !== undefined) templates.push(template)
  })
  const filled = (await evaluateAll(templates, templates.length === 0 ? {} : environment, options)).values()
  return mapTexts(value, (text, name) => {
    const outcome = of(text, name) === undefined ? undefined : filled.next().value
    if (outcome?.ok === true) return outcome.value
    if (outcome !== undefined) onError(outcome.error)
    return text
  })
}

const refuse = (error: Error): never => {
  throw error
}

/** Fills in a Go template. Rejects with TemplateError. */
export const renderText = async (text: string, environment: Environment, options?: EvaluateOptions): Promise<string> =>
  String(await renderValue(text, environment, options))
