import type { Declarations } from './own-values.ts'

export type ProgramKind = 'script' | 'query' | 'expression'

export interface ProgramSource {
  readonly kind: ProgramKind
  readonly declarations: Declarations
  /** By default `$#`, where # is the number of the value. */
  readonly placeholder?: string | undefined
}

export interface FilledProgram {
  readonly text: string
  readonly variables: Readonly<Record<string, string>>
  readonly values: readonly string[]
}

const runNames = 'params config component check env playbook run user request actions lastAction'.replaceAll(' ', '|')

/**
 * `$(.a.b)` and `$(params.a)` are values. Anything else in `$(…)` is a command of the shell: `$(date)`, `$(run.sh)`.
 * The path is the first group.
 */
export const valueInScript = new RegExp(
  String.raw`\$\((\.[A-Za-z_][\w.]*|(?:${runNames})(?:\.(?!(?:sh|py|js|pl|rb)\))[A-Za-z_]\w*)+)\)`,
  'g',
)

export const hasTemplates = (text: string): boolean =>
  text.includes('{{') || text.includes('gotemplate:') || text.search(valueInScript) !== -1
