import { matchLines } from './line-diff.ts'

/** A stretch of a merged text. */
export type MergePart =
  | { readonly kind: 'same' | 'mine' | 'theirs'; readonly lines: readonly string[] }
  | { readonly kind: 'conflict'; readonly mine: readonly string[]; readonly theirs: readonly string[] }

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((line, i) => line === b[i])

/** For each line of the base the line of the other text that it is, as far as there is one. */
const placesOf = (base: readonly string[], other: readonly string[]): ReadonlyMap<number, number> =>
  new Map(matchLines(base, other))

/**
 * Two changed versions of one text as one: what one side alone changed is taken, what both changed alike too, and what both changed
 * otherwise is a conflict. Whole lines, in order.
 */
export const mergeLines = (base: string, mine: string, theirs: string): readonly MergePart[] => {
  const [b, m, t] = [base.split('\n'), mine.split('\n'), theirs.split('\n')]
  const [inMine, inTheirs] = [placesOf(b, m), placesOf(b, t)]
  const parts: MergePart[] = []
  const add = (part: MergePart) => {
    const last = parts.at(-1)
    if (part.kind !== 'conflict' && last?.kind === part.kind)
      parts[parts.length - 1] = { ...part, lines: [...last.lines, ...part.lines] }
    else if (part.kind === 'conflict' || part.lines.length > 0) parts.push(part)
  }
  const settle = (ours: readonly string[], from: readonly string[], before: readonly string[]) => {
    if (isSame(ours, from)) add({ kind: isSame(ours, before) ? 'same' : 'mine', lines: ours })
    else if (isSame(ours, before)) add({ kind: 'theirs', lines: from })
    else if (isSame(from, before)) add({ kind: 'mine', lines: ours })
    else add({ kind: 'conflict', mine: ours, theirs: from })
  }
  let [atB, atM, atT] = [0, 0, 0]
  for (let line = 0; line <= b.length; line += 1) {
    const [nextM, nextT] = line === b.length ? [m.length, t.length] : [inMine.get(line), inTheirs.get(line)]
    if (nextM === undefined || nextT === undefined || nextM < atM || nextT < atT) continue
    settle(m.slice(atM, nextM), t.slice(atT, nextT), b.slice(atB, line))
    if (line < b.length) add({ kind: 'same', lines: b.slice(line, line + 1) })
    ;[atB, atM, atT] = [line + 1, nextM + 1, nextT + 1]
  }
  return parts
}

/** The merged text with each conflict settled; null while one is not. */
export const settledText = (
  parts: readonly MergePart[],
  chosen: ReadonlyMap<number, 'mine' | 'theirs'>,
): string | null => {
  const lines: string[] = []
  for (const [index, part] of parts.entries()) {
    if (part.kind !== 'conflict') {
      lines.push(...part.lines)
      continue
    }
    const choice = chosen.get(index)
    if (choice === undefined) return null
    lines.push(...part[choice])
  }
  return lines.join('\n')
}
