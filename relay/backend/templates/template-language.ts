import type { ProgramSource } from './programs/program-source.ts'

/** In lookup order. */
export const templateLanguages = ['expr', 'template', 'jsonPath', 'javascript'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

export type ExpressionLanguage = TemplateLanguage | 'jsonPathValues' | 'pattern' | 'program'

export const languageNames: Record<ExpressionLanguage, string> = {
  expr: 'CEL expression',
  template: 'Go template',
  jsonPath: 'JSONPath',
  jsonPathValues: 'JSONPath',
  javascript: 'JavaScript',
  pattern: 'Regular expression',
  program: 'Template of a program',
}

export interface Expression {
  readonly language: ExpressionLanguage
  readonly source: string
  readonly readsActions?: boolean
  /** Names of a Go template's data besides those of `rootNames`. */
  readonly variables?: readonly string[]
  readonly program?: ProgramSource
}

export const expressionKey = ({
  language,
  source,
  readsActions = false,
  variables = [],
  program,
}: Expression): string =>
  `${language} ${readsActions} ${variables.join(' ')} ${program === undefined ? '' : JSON.stringify(program)} ${source}`

export type Evaluation = (environment: Readonly<Record<string, unknown>>, timeoutMs: number) => unknown
