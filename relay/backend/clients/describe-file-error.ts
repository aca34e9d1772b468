const reasons = new Map([
  ['ENOENT', 'does not exist'],
  ['EACCES', 'may not be read by this console'],
  ['EPERM', 'may not be read by this console'],
  ['ELOOP', 'is a link that leads in a circle'],
])

export const describeFileError = (error: unknown, path: string): string | undefined => {
  const reason = reasons.get(error instanceof Error && 'code' in error ? String(error.code) : '')
  return reason === undefined ? undefined : `${path} ${reason}.`
}
