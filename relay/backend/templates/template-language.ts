import type { ProgramSource } from './programs/program-source.ts'

/** The languages that templated values of documents are written in, in the order in which they are looked for. */
export const templateLanguages = ['expr', 'template', 'jsonPath', 'javascript'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

/** Beside them, regular expressions, and programs with templates in them, are read in the same processes. */
export type ExpressionLanguage = TemplateLanguage | 'pattern' | 'program'

/** How people call the languages. */
export const languageNames: Record<ExpressionLanguage, string> = {
  expr: 'CEL expression',
  template: 'Go template',
  jsonPath: 'JSONPath',
  javascript: 'JavaScript',
  pattern: 'Regular expression',
  program: 'Template of a program',
}

/** Something that a document's author wrote to be evaluated. */
export interface Expression {
  readonly language: ExpressionLanguage
  readonly source: string
  /** Of a Go template: `getLastAction` and `getAction "name"` answer from `lastAction` and `actions`. */
  readonly readsActions?: boolean
  /** Of a program with templates. */
  readonly program?: ProgramSource
}

/** Tells expressions apart that mean different things. */
export const expressionKey = ({ language, source, readsActions = false, program }: Expression): string =>
  `${language} ${readsActions} ${program === undefined ? '' : JSON.stringify(program)} ${source}`

/** A template of one language, ready to run. Answers plain JSON values. */
export type Evaluation = (environment: Readonly<Record<string, unknown>>, timeoutMs: number) => unknown
