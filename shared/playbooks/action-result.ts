import { isMap } from '#shared/primitives/is-map.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Security: the `error` object of a failed script contains the environment of the backend process. Output and
 * exit code are kept.
 */
export const withoutErrorObject = (result: Fields): Fields => {
  const { error, ...shown } = result
  if (!isMap(error)) return result
  const { stdout, stderr, 'exit-code': exitCode } = isMap(error['context']) ? error['context'] : {}
  const known = { stdout, stderr, exitCode }
  return { ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)), ...shown }
}
