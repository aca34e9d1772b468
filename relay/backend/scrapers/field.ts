import { parseSteps, type Steps } from '#relay/backend/scrapers/documents/value-path.ts'
import { toExpression, type CompiledTemplate, type Template } from '#relay/backend/templates/template.ts'

/** Where a field of an item comes from. */
export type Field =
  | { readonly kind: 'static'; readonly text: string }
  /** A path that names one place, read right here. */
  | { readonly kind: 'place'; readonly steps: Steps }
  /** Evaluated where expressions are: a JSONPath over the document, everything else over `config`. */
  | { readonly kind: 'expression'; readonly expression: CompiledTemplate }

/** Reads how a field is written: a text that begins with `$` is a JSONPath, every other stands for itself. */
export const compileField = (written: string | Template): Field => {
  if (typeof written !== 'string') return { kind: 'expression', expression: toExpression(written) }
  if (!written.startsWith('$')) return { kind: 'static', text: written }
  const steps = parseSteps(written)
  if (steps !== undefined) return { kind: 'place', steps }
  return { kind: 'expression', expression: { language: 'jsonPath', source: written } }
}
