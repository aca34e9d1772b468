import { matchesGlob } from './glob.ts'

const isMatch = (pattern: readonly string[], path: readonly string[]): boolean => {
  let ends = new Set([0])
  for (const segment of pattern) {
    const next = new Set<number>()
    if (segment === '**') for (let at = Math.min(...ends); at <= path.length; at += 1) next.add(at)
    else for (const end of ends) if (end < path.length && matchesGlob(segment, path[end] ?? '')) next.add(end + 1)
    ends = next
  }
  return ends.has(path.length)
}

export const matchesPath = (pattern: string, path: string): boolean => isMatch(pattern.split('/'), path.split('/'))

export const fixedPart = (pattern: string): string => {
  const names = pattern.split('/')
  const first = names.findIndex((name) => name.includes('*'))
  return (first < 0 ? names : names.slice(0, first)).join('/') || (pattern.startsWith('/') ? '/' : '.')
}
