import { matchesPath } from '#shared/primitives/path-glob.ts'

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

/** `*` matches within one folder, `**` across folders, also within a name: `**.yaml`. */
export const matchesFile = (pattern: string, path: string): boolean => {
  const plain = pattern.replace(/^\.?\//, '').replace(/(^|\/)\*\*$/, '$1**/*')
  const spread = plain.replaceAll(/(?<=[^/*])\*\*/g, '*/**').replaceAll(/\*\*(?=[^/*])/g, '**/*')
  return matchesPath(plain, path) || (spread !== plain && matchesPath(spread, path))
}

export const isInRepository = (path: string): boolean =>
  !path.split('/').some((part) => part === '..' || part.toLowerCase() === '.git')
