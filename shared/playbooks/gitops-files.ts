const deletion = '$delete'

export const isDeletion = (content: string | undefined): boolean => content?.trim() === deletion

/** The word alone on a line among other text would be written to the file. */
export const findDeletionError = (content: string): string | undefined => {
  const isMentioned = content.split('\n').some((line) => line.trim().toLowerCase() === deletion)
  return isMentioned && !isDeletion(content)
    ? `must be only ${deletion} to delete the file, without other text`
    : undefined
}

/** Only `*` is a wildcard: `?` and `[…]` occur in names of files. */
export const isGlob = (path: string): boolean => path.includes('*')

/** `*` matches within one folder, `**` across folders. */
export const toGlobPattern = (path: string): RegExp => {
  const parts = path
    .replace(/^\.?\//, '')
    .split(/(\*\*\/|\*\*|\*)/)
    .map((part) => {
      if (part === '**/') return '(?:[^/]+/)*'
      if (part === '**') return '.*'
      return part === '*' ? '[^/]*' : part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    })
  return new RegExp(`^${parts.join('')}$`, 's')
}
