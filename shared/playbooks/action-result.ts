type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Security: the `error` object of a failed script contains the environment of the backend process. Output and
 * exit code are kept.
 */
export const withoutErrorObject = (result: Fields): Fields => {
  const { error, ...shown } = result
  if (!isFields(error)) return result
  const { stdout, stderr, 'exit-code': exitCode } = isFields(error['context']) ? error['context'] : {}
  const known = { stdout, stderr, exitCode }
  return { ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)), ...shown }
}
