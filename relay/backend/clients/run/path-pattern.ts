import { matchesPath } from '#shared/primitives/path-glob.ts'
import { toRegex } from '#relay/backend/templates/pattern.ts'

const lengthMax = 4_096
const alternativesMax = 1_000

const demandLength = (pattern: string): void => {
  if (pattern.length > lengthMax) throw new Error(`The path pattern has more than ${lengthMax} characters.`)
}

export const isPattern = (path: string): boolean => /[*?[{\\]/.test(path)

export const findFixedPart = (path: string): string => {
  const names = path.split('/')
  const first = names.findIndex(isPattern)
  if (first < 0) return path
  return names.slice(0, first).join('/') || (path.startsWith('/') ? '/' : '.')
}

const toPattern = (segment: string): string =>
  segment.replaceAll(/\\[\s\S]|\[!?[^\]]+\]|\{[^{}]*\}|[\s\S]/g, (part) => {
    if (part === '*') return '.*'
    if (part === '?') return '.'
    const [literal = ''] = /^\\?([\s\S])$/.exec(part)?.slice(1) ?? []
    if (literal !== '') return literal.replace(/[.+*?^${}()|[\]\\]/, '\\$&')
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).split(',').map(toPattern).join('|')})`
    return part.replace(/^\[!/, '[^').replaceAll('\\', '\\\\')
  })

/** `*`, `?`, `[a-z]`, `[!a-z]` and `{a,b}`, matched without backtracking. A backslash makes a wildcard literal. */
export const compileSegment = (segment: string): ((name: string) => boolean) => {
  demandLength(segment)
  const pattern = toRegex(toPattern(segment))
  return (name) => pattern.testExact(name)
}

/** `{a/b,c}/x` spans folders, so that it is more than one pattern. */
const splitAlternatives = (pattern: string, split: string[] = []): readonly string[] => {
  const found = /\{([^{}]*\/[^{}]*)\}/.exec(pattern)
  if (found === null) {
    if (split.length === alternativesMax)
      throw new Error(`The path pattern has more than ${alternativesMax} alternatives.`)
    split.push(pattern)
    return split
  }
  const [whole, texts = ''] = found
  const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + whole.length)]
  for (const text of texts.split(',')) splitAlternatives(`${before}${text}${after}`, split)
  return split
}

/** The wildcards of `compileSegment`, and `**` for any number of folders. */
export const compilePath = (pattern: string): ((path: string) => boolean) => {
  demandLength(pattern)
  const paths = splitAlternatives(pattern)
  const segments = new Map(paths.flatMap((path) => path.split('/')).map((text) => [text, compileSegment(text)]))
  const matchesName = (segment: string, name: string) => segments.get(segment)?.(name) === true
  return (path) => path === pattern || paths.some((each) => matchesPath(each, path, matchesName))
}
