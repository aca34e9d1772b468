import { matchLines } from './line-diff.ts'

export type Lines = readonly string[]

export type MergePart =
  | { readonly kind: 'same' | 'mine' | 'theirs'; readonly lines: Lines }
  | { readonly kind: 'conflict'; readonly mine: Lines; readonly theirs: Lines }

export interface ThreeSides {
  readonly before: Lines
  readonly mine: Lines
  readonly theirs: Lines
}

const isSame = (a: Lines, b: Lines) => a.length === b.length && a.every((line, i) => line === b[i])

export const settle = ({ before, mine, theirs }: ThreeSides): MergePart => {
  if (isSame(mine, theirs)) return { kind: isSame(mine, before) ? 'same' : 'mine', lines: mine }
  if (isSame(mine, before)) return { kind: 'theirs', lines: theirs }
  if (isSame(theirs, before)) return { kind: 'mine', lines: mine }
  return { kind: 'conflict', mine, theirs }
}

export const joined = (parts: readonly MergePart[]): readonly MergePart[] => {
  const all: MergePart[] = []
  for (const part of parts) {
    const last = all.at(-1)
    if (part.kind !== 'conflict' && last?.kind === part.kind)
      all[all.length - 1] = { ...part, lines: [...last.lines, ...part.lines] }
    else if (part.kind === 'conflict' || part.lines.length > 0) all.push(part)
  }
  return all
}

const toLineMap = (base: Lines, other: Lines): ReadonlyMap<number, number> => new Map(matchLines(base, other))

/** Only lines common to all three texts separate the parts. */
export const mergeLines = ({ before: b, mine: m, theirs: t }: ThreeSides): readonly MergePart[] => {
  const [inMine, inTheirs] = [toLineMap(b, m), toLineMap(b, t)]
  const parts: MergePart[] = []
  let [atB, atM, atT] = [0, 0, 0]
  for (let line = 0; line <= b.length; line += 1) {
    const [nextM, nextT] = line === b.length ? [m.length, t.length] : [inMine.get(line), inTheirs.get(line)]
    if (nextM === undefined || nextT === undefined || nextM < atM || nextT < atT) continue
    parts.push(settle({ before: b.slice(atB, line), mine: m.slice(atM, nextM), theirs: t.slice(atT, nextT) }))
    if (line < b.length) parts.push({ kind: 'same', lines: b.slice(line, line + 1) })
    ;[atB, atM, atT] = [line + 1, nextM + 1, nextT + 1]
  }
  return joined(parts)
}

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
