import type { Declarations } from './own-values.ts'

export type ProgramKind = 'script' | 'query' | 'expression'

export interface ProgramSource {
  readonly kind: ProgramKind
  readonly declarations: Declarations
  readonly placeholder?: string | undefined
}

export interface FilledProgram {
  readonly text: string
  readonly variables: Readonly<Record<string, string>>
  readonly values: readonly string[]
}

export const hasTemplates = (text: string): boolean =>
  text.includes('{{') || text.includes('gotemplate:') || /\$\(\.[A-Za-z_]/.test(text)
