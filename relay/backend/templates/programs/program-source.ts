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
const argument = String.raw`(?:"(?:[^"\\]|\\.)*"|\x60[^\x60]*\x60|-?[\w.]+)`
const pipe = String.raw`\s*\|\s*[A-Za-z_][\w.]*(?:\s+${argument})*`

/**
 * `$(.a.b)`, `$(.a | toJSON)`, `$(params.a)` and `$(getLastAction.result.stdout)` are values. Anything else in `$(…)` is a
 * command of the shell: `$(date)`, `$(run.sh)`. The expression is the first group.
 */
export const valueInScript = new RegExp(
  String.raw`\$\((\.[A-Za-z_][\w.]*(?:${pipe})*\s*|(?:${runNames}|getLastAction)(?:\.(?!(?:sh|py|js|pl|rb)\))[A-Za-z_]\w*)+)\)`,
  'g',
)

/** Neither a value nor a command, such as `$(.request.headers.x-custom)`. */
export const brokenValue = new RegExp(String.raw`\$\(\.(?:${runNames})\b[\w.-]*\s*[|)]`)

export const hasTemplates = (text: string): boolean =>
  text.includes('{{') || text.includes('gotemplate:') || text.search(valueInScript) !== -1 || brokenValue.test(text)
