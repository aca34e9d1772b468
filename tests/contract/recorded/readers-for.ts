import { matchesGlob } from '#shared/primitives/glob.ts'
import type { Reader } from './readers.ts'

interface Request {
  readonly method: string
  readonly path: string
}

export const formatRequestLine = ({ method, path }: Request): string => `${method} ${decodeURIComponent(path)}`

/** `…` in the pattern matches any text. */
export const fits = (pattern: string, request: Request): boolean =>
  matchesGlob(pattern.replaceAll('*', '∗').replaceAll('…', '*'), formatRequestLine(request).replaceAll('*', '∗'))

export const readersFor = (readers: readonly Reader[], request: Request): readonly Reader[] =>
  readers.filter(([pattern]) => fits(pattern, request))
