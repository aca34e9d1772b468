import { parseSteps, type Steps } from '#relay/backend/clients/documents/value-path.ts'
import { toExpression, type CompiledTemplate, type Template } from '#relay/backend/templates/template.ts'

export type Field =
  | { readonly kind: 'static'; readonly text: string }
  | { readonly kind: 'place'; readonly steps: Steps }
  | { readonly kind: 'expression'; readonly expression: CompiledTemplate }

/** A string that begins with `$.` or `$[` is a JSONPath; any other string is the value. */
export const compileField = (written: string | Template): Field => {
  if (typeof written !== 'string') return { kind: 'expression', expression: toExpression(written) }
  if (!/^\$(?:$|[.[])/.test(written)) return { kind: 'static', text: written }
  const steps = parseSteps(written)
  if (steps !== undefined) return { kind: 'place', steps }
  return { kind: 'expression', expression: { language: 'jsonPath', source: written } }
}
