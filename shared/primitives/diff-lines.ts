export interface DiffLine {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

const same = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'same', text }))
const removedLines = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'gone', text }))
const added = (lines: readonly string[]): DiffLine[] => lines.map((text) => ({ kind: 'new', text }))

/** Myers (1986): the furthest line of each diagonal per number of edits. Undefined above `editsMax`. */
const furthestReaches = (
  before: readonly string[],
  after: readonly string[],
  editsMax: number,
): Int32Array[] | undefined => {
  const most = Math.min(before.length + after.length, editsMax)
  const reaches: Int32Array[] = []
  let last = new Int32Array(3)
  for (let edits = 0; edits <= most; edits += 1) {
    const reach = new Int32Array(2 * edits + 3)
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = diagonal + edits
      // `last` holds the diagonals -edits to edits of the previous step, starting at index 0.
      const fromAbove = edits === 0 ? 0 : (last[at] ?? 0)
      const fromLeft = edits === 0 ? 0 : (last[at - 2] ?? 0) + 1
      const isDown = diagonal === -edits || (diagonal !== edits && fromLeft <= fromAbove)
      let x = isDown ? fromAbove : fromLeft
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x += 1
      reach[at] = x
      if (x >= before.length && x - diagonal >= after.length) {
        reaches.push(reach)
        return reaches
      }
    }
    reaches.push(reach)
    last = reach
  }
  return undefined
}

const betweenEnds = (before: readonly string[], after: readonly string[], editsMax: number): DiffLine[] => {
  if (before.length === 0 || after.length === 0) return [...removedLines(before), ...added(after)]
  const reaches = furthestReaches(before, after, editsMax)
  if (reaches === undefined) return [...removedLines(before), ...added(after)]
  const backwards: DiffLine[] = []
  let x = before.length
  let y = after.length
  for (let edits = reaches.length - 1; edits > 0; edits -= 1) {
    const diagonal = x - y
    const last = reaches[edits - 1] ?? new Int32Array(0)
    const at = diagonal + edits
    const fromAbove = last[at] ?? 0
    const fromLeft = (last[at - 2] ?? 0) + 1
    const isDown = diagonal === -edits || (diagonal !== edits && fromLeft <= fromAbove)
    const start = isDown ? fromAbove : fromLeft
    while (x > start) {
      x -= 1
      y -= 1
      backwards.push({ kind: 'same', text: before[x] ?? '' })
    }
    if (isDown) backwards.push({ kind: 'new', text: after[(y -= 1)] ?? '' })
    else backwards.push({ kind: 'gone', text: before[(x -= 1)] ?? '' })
  }
  return [...same(before.slice(0, x)), ...backwards.toReversed()]
}

/** Above `editsMax` edits, only equal beginnings and ends are matched. Time and memory grow with its square. */
export const diffLines = (old: readonly string[], now: readonly string[], editsMax = 1_000): DiffLine[] => {
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1
  return [
    ...same(old.slice(0, start)),
    ...betweenEnds(old.slice(start, old.length - end), now.slice(start, now.length - end), editsMax),
    ...same(old.slice(old.length - end)),
  ]
}
