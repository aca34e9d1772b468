import { z } from 'zod'
import {
  hasTemplates,
  type FilledProgram,
  type ProgramSource,
} from '#relay/backend/templates/programs/program-source.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll, type EvaluateOptions } from '#relay/backend/templates/template.ts'

export type Environment = Readonly<Record<string, unknown>>

/** A text as a Go template, in which `getLastAction` and `getAction "name"` answer earlier steps; undefined when it is none. */
const parseTemplate = (text: string): Expression | undefined =>
  text.includes('{{') || text.includes('$(') || text.includes('gotemplate:')
    ? { language: 'template', source: text, readsActions: true }
    : undefined

const toProgram = (source: string, program: ProgramSource): Expression | undefined =>
  hasTemplates(source) ? { language: 'program', source, program } : undefined

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
  /** What the texts of members with this name are, where they are programs. */
  readonly programIn?: (name: string) => ProgramSource | undefined
  /** Takes what programs are handed beside their text. */
  readonly onProgram?: (program: FilledProgram) => void
}

/** Every text within a value filled in. Rejects with the first TemplateError that nobody takes. */
export const renderValue = async (
  value: unknown,
  environment: Environment,
  { leaves = () => false, onError = refuse, programIn = () => undefined, onProgram, ...options }: RenderOptions = {},
): Promise<unknown> => {
  const of = (text: string, name: string): Expression | undefined => {
    if (leaves(text)) return undefined
    const program = programIn(name)
    return program === undefined ? parseTemplate(text) : toProgram(text, program)
  }
  const templates: Expression[] = []
  mapTexts(value, (text, name) => {
    const template = of(text, name)
    if (template !== undefined) templates.push(template)
  })
  const filled = (await evaluateAll(templates, templates.length === 0 ? {} : environment, options)).values()
  return mapTexts(value, (text, name) => {
    const expression = of(text, name)
    const outcome = expression === undefined ? undefined : filled.next().value
    if (outcome?.ok === true && expression?.language === 'program') {
      const program = filledProgramSchema.parse(outcome.value)
      onProgram?.(program)
      return program.text
    }
    if (outcome?.ok === true) return outcome.value
    if (outcome !== undefined) onError(outcome.error)
    return text
  })
}

const filledProgramSchema = z.object({
  text: z.string(),
  variables: z.record(z.string(), z.string()),
  values: z.array(z.string()),
})

const refuse = (error: Error): never => {
  throw error
}

/** Fills in a Go template. Rejects with TemplateError. */
export const renderText = async (text: string, environment: Environment, options?: EvaluateOptions): Promise<string> =>
  String(await renderValue(text, environment, options))
