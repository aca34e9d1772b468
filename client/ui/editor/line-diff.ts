import { diffLines } from '#shared/primitives/diff-lines.ts'

type DiffLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string; readonly at: number }
  | { readonly kind: 'skipped'; readonly count: number; readonly at: number }

const around = 3
const editsMax = 2_000
const kinds = { same: 'same', gone: 'removed', new: 'added' } as const

export const lineDiff = (before: string, after: string) => {
  const all = diffLines(before.split('\n'), after.split('\n'), editsMax).map(({ kind, text }) => ({
    kind: kinds[kind],
    text,
  }))
  const near = all.map((_, index) =>
    all.slice(Math.max(0, index - around), index + around + 1).some(({ kind }) => kind !== 'same'),
  )
  const lines: DiffLine[] = []
  let skipped = 0
  all.forEach((line, at) => {
    if (!near[at]) {
      skipped += 1
      return
    }
    if (skipped > 0) lines.push({ kind: 'skipped', count: skipped, at })
    skipped = 0
    lines.push({ ...line, at })
  })
  if (skipped > 0) lines.push({ kind: 'skipped', count: skipped, at: all.length })
  const count = (wanted: 'added' | 'removed') => all.filter(({ kind }) => kind === wanted).length
  return { lines, added: count('added'), removed: count('removed') }
}

export const matchLines = (a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] => {
  const pairs: (readonly [number, number])[] = []
  let [i, j] = [0, 0]
  for (const { kind } of diffLines(a, b, editsMax)) {
    if (kind === 'same') pairs.push([i, j])
    if (kind !== 'new') i += 1
    if (kind !== 'gone') j += 1
  }
  return pairs
}
