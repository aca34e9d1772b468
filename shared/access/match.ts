import { matchesGlob } from '#shared/primitives/glob.ts'

/** Whether something holds: `some` when it depends on what is not known, or holds for a part. */
export type Match = 'yes' | 'no' | 'some'

export const matchAll = (matches: readonly Match[]): Match =>
  matches.includes('no') ? 'no' : matches.includes('some') ? 'some' : 'yes'

export const matchAny = (matches: readonly Match[]): Match =>
  matches.includes('yes') ? 'yes' : matches.includes('some') ? 'some' : 'no'

/** Whether a text fits a pattern in which `*` stands for any text; the case of letters does not count. */
const fits = (pattern: string, text: string): boolean => matchesGlob(pattern.toLowerCase(), text.toLowerCase())

/** A comma list of patterns: `a`, `a*`, `*a`, `*`, and `!a` for anything but that. */
export const matchesPatterns = (list: string, value: string): boolean => {
  const patterns = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const without = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'))
  if (without.some((pattern) => fits(pattern, value))) return false
  return wanted.length === 0 ? without.length > 0 : wanted.some((pattern) => fits(pattern, value))
}
