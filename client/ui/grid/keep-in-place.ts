interface Scrolled {
  /** Ids from top to bottom. */
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** In pixels. */
  readonly scrollTop: number
  readonly rowHeight: number
}

/**
 * How far a list must be scrolled, in pixels, so that the first row in view that is still there stays where it is. A list that
 * stands at its top stays there: what is new comes into view.
 */
export const keepScrollPosition = ({ before, after, scrollTop, rowHeight }: Scrolled): number => {
  if (scrollTop <= 0) return 0
  const indices = new Map(after.map((id, index) => [id, index]))
  for (let index = Math.floor(scrollTop / rowHeight); index < before.length; index++) {
    const next = indices.get(before[index] ?? '')
    if (next !== undefined) return Math.max(0, scrollTop + (next - index) * rowHeight)
  }
  return scrollTop
}
