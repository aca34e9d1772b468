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

/** Positions in the text that a part of a pattern can end at, from those at which the one before it ended. */
const advance = (part: string, text: string, from: ReadonlySet<number>): ReadonlySet<number> => {
  if (!isGlob(part)) return new Set([...from].filter((at) => text.startsWith(part, at)).map((at) => at + part.length))
  const ends = new Set(part === '**/' ? from : [])
  const first = Math.min(...from)
  for (let at = first, isOpen = false; at <= text.length; at += 1) {
    const begins = from.has(at) && (part !== '**/' || text[at] !== '/')
    isOpen = begins || (isOpen && (part !== '*' || text[at - 1] !== '/'))
    if (isOpen && (part !== '**/' || (at > first && text[at - 1] === '/'))) ends.add(at)
  }
  return ends
}

/** `*` matches within one folder, `**` across folders. Without backtracking, so that no pattern keeps the relay busy. */
export const matchesPath = (pattern: string, path: string): boolean => {
  let ends: ReadonlySet<number> = new Set([0])
  for (const part of pattern.replace(/^\.?\//, '').split(/(\*\*\/|\*\*|\*)/)) {
    ends = advance(part, path, ends)
    if (ends.size === 0) return false
  }
  return ends.has(path.length)
}
