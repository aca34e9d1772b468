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

export interface MergedText {
  readonly text: string
  /** Whole lines of `text` with my side of a conflict. */
  readonly conflicts: readonly {
    readonly from: number
    readonly to: number
    readonly mine: string
    readonly theirs: string
  }[]
}

const toText = (lines: Lines): string => lines.map((line) => `${line}\n`).join('')

export const toMergedText = (parts: readonly MergePart[]): MergedText => {
  const conflicts: MergedText['conflicts'][number][] = []
  let text = ''
  for (const part of parts) {
    const from = text.length
    text += toText(part.kind === 'conflict' ? part.mine : part.lines)
    if (part.kind === 'conflict')
      conflicts.push({ from, to: text.length, mine: toText(part.mine), theirs: toText(part.theirs) })
  }
  return { text: text.replace(/\n$/, ''), conflicts }
}
