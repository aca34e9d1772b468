import { matchesGlob } from './glob.ts'

const isMatch = (
  pattern: readonly string[],
  path: readonly string[],
  matchesName: (segment: string, name: string) => boolean,
): boolean => {
  let ends = new Set([0])
  for (const segment of pattern) {
    const next = new Set<number>()
    if (segment === '**') for (let at = Math.min(...ends); at <= path.length; at += 1) next.add(at)
    else for (const end of ends) if (end < path.length && matchesName(segment, path[end] ?? '')) next.add(end + 1)
    ends = next
  }
  return ends.has(path.length)
}

export const matchesPath = (pattern: string, path: string, matchesName = matchesGlob): boolean =>
  isMatch(pattern.split('/'), path.split('/'), matchesName)
