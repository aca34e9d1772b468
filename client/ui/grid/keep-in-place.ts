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
export const keepInPlace = ({ before, after, scrollTop, rowHeight }: Scrolled): number => {
  if (scrollTop <= 0) return 0
  const places = new Map(after.map((id, place) => [id, place]))
  for (let place = Math.floor(scrollTop / rowHeight); place < before.length; place++) {
    const next = places.get(before[place] ?? '')
    if (next !== undefined) return Math.max(0, scrollTop + (next - place) * rowHeight)
  }
  return scrollTop
}
