const reasons = new Map([
  ['ENOENT', 'does not exist'],
  ['EACCES', 'cannot be read: permission denied'],
  ['EPERM', 'cannot be read: permission denied'],
  ['ELOOP', 'is part of a symbolic link loop'],
])

export const describeFileError = (error: unknown, path: string): string | undefined => {
  const reason = reasons.get(error instanceof Error && 'code' in error ? String(error.code) : '')
  return reason === undefined ? undefined : `${path} ${reason}.`
}
