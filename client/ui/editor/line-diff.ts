type DiffLine =
  | { readonly kind: 'same' | 'added' | 'removed'; readonly text: string; readonly at: number }
  | { readonly kind: 'skipped'; readonly count: number; readonly at: number }

const around = 3

export const lineDiff = (before: string, after: string) => {
  const a = before.split('\n')
  const b = after.split('\n')
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const all: { kind: 'same' | 'added' | 'removed'; text: string }[] = a
    .slice(0, start)
    .map((text) => ({ kind: 'same', text }))
  all.push(...diffMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)))
  all.push(...a.slice(a.length - end).map((text) => ({ kind: 'same' as const, text })))
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

const mostCells = 4_000_000

const wholly = (a: readonly string[], b: readonly string[]) => [
  ...a.map((text) => ({ kind: 'removed' as const, text })),
  ...b.map((text) => ({ kind: 'added' as const, text })),
]

const commonLengths = (a: readonly string[], b: readonly string[]) => {
  const width = b.length + 1
  const lengths = new Uint32Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
  return (i: number, j: number) => lengths[i * width + j] ?? 0
}

/** Beyond some thousand lines, only equal beginnings and ends are matched. */
export const matchLines = (a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] => {
  const pairs: (readonly [number, number])[] = []
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) {
    pairs.push([start, start])
    start += 1
  }
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  if (middleA.length * middleB.length <= mostCells) {
    const common = commonLengths(middleA, middleB)
    for (let i = 0, j = 0; i < middleA.length && j < middleB.length;) {
      if (middleA[i] === middleB[j]) {
        pairs.push([start + i, start + j])
        i += 1
        j += 1
      } else if (common(i + 1, j) >= common(i, j + 1)) i += 1
      else j += 1
    }
  }
  for (let left = end; left > 0; left -= 1) pairs.push([a.length - left, b.length - left])
  return pairs
}

const diffMiddle = (a: readonly string[], b: readonly string[]) => {
  const out: { kind: 'same' | 'added' | 'removed'; text: string }[] = []
  if (a.length * b.length > mostCells) return wholly(a, b)
  const common = commonLengths(a, b)
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      out.push({ kind: 'same', text: a[i] ?? '' })
      i += 1
      j += 1
    } else if (common(i + 1, j) >= common(i, j + 1)) {
      out.push({ kind: 'removed', text: a[i] ?? '' })
      i += 1
    } else {
      out.push({ kind: 'added', text: b[j] ?? '' })
      j += 1
    }
  }
  return [...out, ...wholly(a.slice(i), b.slice(j))]
}
