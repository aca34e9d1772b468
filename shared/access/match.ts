import { matchesGlob } from '#shared/primitives/glob.ts'

/** Undefined: unknown. Null: known to be absent. */
export interface ObjectAttributes {
  readonly id: string
  readonly name?: string | null
  readonly namespace?: string | null
  readonly type?: string | null
  readonly status?: string | null
  readonly health?: string | null
  readonly tags?: Readonly<Record<string, string>> | null
  readonly labels?: Readonly<Record<string, string>> | null
  readonly agent?: { readonly id: string; readonly name: string } | null
  readonly row?: Readonly<Record<string, unknown>>
}

/** `some`: depends on unknown attributes, or holds for a part. */
export type Match = 'yes' | 'no' | 'some'

export const matchAll = (matches: readonly Match[]): Match =>
  matches.includes('no') ? 'no' : matches.includes('some') ? 'some' : 'yes'

export const matchAny = (matches: readonly Match[]): Match =>
  matches.includes('yes') ? 'yes' : matches.includes('some') ? 'some' : 'no'

const fits = (pattern: string, text: string): boolean => matchesGlob(pattern.toLowerCase(), text.toLowerCase())

/** Any of the values may match; an excluded pattern may match none of them. */
export const anyMatchesPatterns = (list: string | readonly string[], values: readonly string[]): boolean => {
  const patterns = (typeof list === 'string' ? list.split(',') : list)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const without = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'))
  const isFound = (pattern: string) => values.some((value) => fits(pattern, value))
  if (without.some(isFound)) return false
  return wanted.length === 0 ? without.length > 0 : wanted.some(isFound)
}

export const matchesPatterns = (list: string, value: string): boolean => anyMatchesPatterns(list, [value])
