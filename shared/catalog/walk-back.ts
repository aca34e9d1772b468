interface StoredDiff {
  readonly id: string
  readonly created_at: string
  readonly diff?: string | null | undefined
}

export type WalkedBack =
  | { readonly kind: 'known'; readonly text: string }
  | { readonly kind: 'lost'; readonly why: 'unkept' | 'unfitting'; readonly change: StoredDiff }

const hunkHead = /^@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/

const splitLines = (diff: string): string[] => {
  const lines = diff.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** Undefined unless the diff ends with exactly `after`; never approximate here. */
export const applyBackwards = (after: string, diff: string): string | undefined => {
  if (diff === '') return after
  const lines = splitLines(diff)
  const now = after.split('\n')
  const before: string[] = []
  let taken = 0
  let at = lines.findIndex((line) => hunkHead.test(line))
  if (at === -1) return undefined
  while (at < lines.length) {
    const head = hunkHead.exec(lines[at] ?? '')
    if (head === null) return undefined
    let olds = Number(head[1] ?? 1)
    let news = Number(head[3] ?? 1)
    const start = news === 0 ? Number(head[2]) : Number(head[2]) - 1
    if (start < taken || start > now.length) return undefined
    before.push(...now.slice(taken, start))
    taken = start
    for (at += 1; olds > 0 || news > 0; at += 1) {
      const line = lines[at]
      const sign = line?.charAt(0)
      const text = line?.slice(1) ?? ''
      if (sign !== ' ' && sign !== '-' && sign !== '+') return undefined
      if (sign !== '-') {
        if (now[taken] !== text) return undefined
        taken += 1
        news -= 1
      }
      if (sign !== '+') {
        before.push(text)
        olds -= 1
      }
    }
  }
  return [...before, ...now.slice(taken)].join('\n')
}

/** `changes`: newest first. */
export const walkBack = (text: string, changes: readonly StoredDiff[]): WalkedBack => {
  let at = text
  for (const change of changes) {
    if (change.diff === null || change.diff === undefined) return { kind: 'lost', why: 'unkept', change }
    const before = applyBackwards(at, change.diff)
    if (before === undefined) return { kind: 'lost', why: 'unfitting', change }
    at = before
  }
  return { kind: 'known', text: at }
}
