/** The languages that templated values of documents are written in, in the order in which they are looked for. */
export const templateLanguages = ['expr', 'template', 'jsonPath', 'javascript'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

/** Beside them, regular expressions are read and run in the same processes. */
export type ExpressionLanguage = TemplateLanguage | 'pattern'

/** How people call the languages. */
export const languageNames: Record<ExpressionLanguage, string> = {
  expr: 'CEL expression',
  template: 'Go template',
  jsonPath: 'JSONPath',
  javascript: 'JavaScript',
  pattern: 'Regular expression',
}

/** Something that a document's author wrote to be evaluated. */
export interface Expression {
  readonly language: ExpressionLanguage
  readonly source: string
  /** Of a Go template: `getLastAction` and `getAction "name"` answer from `lastAction` and `actions`. */
  readonly readsActions?: boolean
}

/** A template of one language, ready to run. Answers plain JSON values. */
export type Evaluation = (environment: Readonly<Record<string, unknown>>, timeoutMs: number) => unknown
