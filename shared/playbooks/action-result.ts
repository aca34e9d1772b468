type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * What an action gave, without the object that a backend writes as `error` when a script fails: it holds the environment of the
 * backend's process. What the script wrote and its exit code stay, where only that object has them.
 */
export const withoutErrorObject = (result: Fields): Fields => {
  const { error, ...shown } = result
  if (!isFields(error)) return result
  const { stdout, stderr, 'exit-code': exitCode } = isFields(error['context']) ? error['context'] : {}
  const known = { stdout, stderr, exitCode }
  return { ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)), ...shown }
}
