import { expressionOf, type CompiledTemplate, type Template } from '#relay/backend/templates/template.ts'

/** Where a field of an item comes from. */
export type Field =
  | { readonly kind: 'static'; readonly text: string }
  /** A path that names one place, read right here. */
  | { readonly kind: 'place'; readonly steps: readonly (string | number)[] }
  /** Evaluated where expressions are: a JSONPath over the document, everything else over `config`. */
  | { readonly kind: 'expression'; readonly expression: CompiledTemplate }

const step = /\.([A-Za-z_][\w-]*)|\[(\d+)\]|\['([^'\\]*)'\]|\["([^"\\]*)"\]/gy

/** The members that a JSONPath without wildcards, filters and slices leads through; undefined for every other. */
export const stepsOf = (path: string): (string | number)[] | undefined => {
  const steps: (string | number)[] = []
  let end = 1
  for (const match of path.slice(1).matchAll(step)) {
    const [whole, member, index, single, double] = match
    steps.push(index === undefined ? (member ?? single ?? double ?? '') : Number(index))
    end += whole.length
  }
  return end === path.length ? steps : undefined
}

/** Reads how a field is written: a text that begins with `$` is a JSONPath, every other stands for itself. */
export const compileField = (written: string | Template): Field => {
  if (typeof written !== 'string') return { kind: 'expression', expression: expressionOf(written) }
  if (!written.startsWith('$')) return { kind: 'static', text: written }
  const steps = stepsOf(written)
  if (steps !== undefined) return { kind: 'place', steps }
  return { kind: 'expression', expression: { language: 'jsonPath', source: written } }
}

/** What stands at a place of a document; undefined when nothing does. */
export const valueAt = (value: unknown, steps: readonly (string | number)[]): unknown => {
  let at = value
  for (const member of steps) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, member)) return undefined
    at = (at as Readonly<Record<string | number, unknown>>)[member]
  }
  return at
}
