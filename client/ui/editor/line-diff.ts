type DiffLine =
  | { readonly is: 'same' | 'added' | 'removed'; readonly text: string; readonly at: number }
  | { readonly is: 'skipped'; readonly count: number; readonly at: number }

const around = 3

/**
 * The lines of two texts as removed, added and the same, by their longest common subsequence; runs of the same lines beyond
 * three around a change are counted alone. Texts beyond some thousand differing lines are told as wholly replaced.
 */
export const lineDiff = (before: string, after: string) => {
  const a = before.split('\n')
  const b = after.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const all: { is: 'same' | 'added' | 'removed'; text: string }[] = a
    .slice(0, start)
    .map((text) => ({ is: 'same', text }))
  all.push(...middleOf(a.slice(start, a.length - end), b.slice(start, b.length - end)))
  all.push(...a.slice(a.length - end).map((text) => ({ is: 'same' as const, text })))
  const near = all.map((_, index) =>
    all.slice(Math.max(0, index - around), index + around + 1).some(({ is }) => is !== 'same'),
  )
  const lines: DiffLine[] = []
  let skipped = 0
  all.forEach((line, at) => {
    if (!near[at]) {
      skipped += 1
      return
    }
    if (skipped > 0) lines.push({ is: 'skipped', count: skipped, at })
    skipped = 0
    lines.push({ ...line, at })
  })
  if (skipped > 0) lines.push({ is: 'skipped', count: skipped, at: all.length })
  const count = (kind: 'added' | 'removed') => all.filter(({ is }) => is === kind).length
  return { lines, added: count('added'), removed: count('removed') }
}

const mostCells = 4_000_000

const wholly = (a: readonly string[], b: readonly string[]) => [
  ...a.map((text) => ({ is: 'removed' as const, text })),
  ...b.map((text) => ({ is: 'added' as const, text })),
]

const middleOf = (a: readonly string[], b: readonly string[]) => {
  const out: { is: 'same' | 'added' | 'removed'; text: string }[] = []
  const width = b.length + 1
  if (a.length * b.length > mostCells) return wholly(a, b)
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      out.push({ is: 'same', text: a[i] ?? '' })
      i += 1
      j += 1
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) {
      out.push({ is: 'removed', text: a[i] ?? '' })
      i += 1
    } else {
      out.push({ is: 'added', text: b[j] ?? '' })
      j += 1
    }
  }
  return [...out, ...wholly(a.slice(i), b.slice(j))]
}
