import type { Declarations } from './own-values.ts'

/** What texts of documents are programs: scripts, queries, and expressions of jq and yq. */
export type ProgramKind = 'script' | 'query' | 'expression'

/** What is to be known of a program beside its text. */
export interface ProgramSource {
  readonly kind: ProgramKind
  readonly declarations: Declarations
  /** How a query refers to a parameter where that is not `$1`. */
  readonly placeholder?: string | undefined
}

/** A program as it is run. Its values are not in it, but for those that are written as literals of an expression. */
export interface FilledProgram {
  readonly text: string
  /** A script's values: variables of its environment. */
  readonly variables: Readonly<Record<string, string>>
  /** A query's values, in the order of its placeholders. */
  readonly values: readonly string[]
}

/** Whether templates stand in a program. `$(…)` is its own, unless a field stands in it. */
export const hasTemplates = (text: string): boolean =>
  text.includes('{{') || text.includes('gotemplate:') || /\$\(\.[A-Za-z_]/.test(text)
