import { z } from 'zod'
import { hasTemplate } from '#shared/primitives/has-template.ts'
import {
  hasTemplates,
  type FilledProgram,
  type ProgramSource,
} from '#relay/backend/templates/programs/program-source.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll, type EvaluateOptions } from '#relay/backend/templates/template.ts'

export type Environment = Readonly<Record<string, unknown>>

const parseTemplate = (text: string): Expression | undefined =>
  hasTemplate(text) ? { language: 'template', source: text, readsActions: true } : undefined

const toProgram = (source: string, program: ProgramSource): Expression | undefined =>
  hasTemplates(source) ? { language: 'program', source, program } : undefined

const mapTexts = (value: unknown, fill: (text: string, name: string) => unknown, name = ''): unknown => {
  if (typeof value === 'string') return fill(value, name)
  if (Array.isArray(value)) return value.map((member: unknown) => mapTexts(member, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]): [string, unknown] => [key, mapTexts(member, fill, key)]),
  )
}

export interface RenderOptions extends EvaluateOptions {
  readonly leaves?: (text: string) => boolean
  readonly onError?: (error: Error) => void
  readonly programIn?: (name: string) => ProgramSource | undefined
  readonly onProgram?: (program: FilledProgram) => void
}

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

export const renderText = async (text: string, environment: Environment, options?: EvaluateOptions): Promise<string> =>
  String(await renderValue(text, environment, options))
