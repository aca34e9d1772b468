/** Whether something holds: `some` when it depends on what is not known, or holds for a part. */
export type Match = 'yes' | 'no' | 'some'

export const allOf = (matches: readonly Match[]): Match =>
  matches.includes('no') ? 'no' : matches.includes('some') ? 'some' : 'yes'

export const anyOf = (matches: readonly Match[]): Match =>
  matches.includes('yes') ? 'yes' : matches.includes('some') ? 'some' : 'no'

const globOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`, 'i')

/** A comma list of patterns: `a`, `a*`, `*a`, `*`, and `!a` for anything but that. */
export const matchesPatterns = (list: string, value: string): boolean => {
  const patterns = list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const without = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1))
  const wanted = patterns.filter((pattern) => !pattern.startsWith('!'))
  if (without.some((pattern) => globOf(pattern).test(value))) return false
  return wanted.length === 0 ? without.length > 0 : wanted.some((pattern) => globOf(pattern).test(value))
}
