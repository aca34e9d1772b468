/** The languages that templated values of documents are written in, in the order in which they are looked for. */
export const templateLanguages = ['expr', 'template', 'jsonPath', 'javascript'] as const
export type TemplateLanguage = (typeof templateLanguages)[number]

/** How people call the languages. */
export const languageNames: Record<TemplateLanguage, string> = {
  expr: 'CEL expression',
  template: 'Go template',
  jsonPath: 'JSONPath',
  javascript: 'JavaScript',
}

/** A template of one language, ready to run. Answers plain JSON values. */
export type Evaluation = (environment: Readonly<Record<string, unknown>>, timeoutMs: number) => unknown
