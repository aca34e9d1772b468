interface Scrolled {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly scrollTop: number
  readonly rowHeight: number
}

export const keepScrollPosition = ({ before, after, scrollTop, rowHeight }: Scrolled): number => {
  if (scrollTop <= 0) return 0
  const indices = new Map(after.map((id, index) => [id, index]))
  for (let index = Math.floor(scrollTop / rowHeight); index < before.length; index++) {
    const next = indices.get(before[index] ?? '')
    if (next !== undefined) return Math.max(0, scrollTop + (next - index) * rowHeight)
  }
  return scrollTop
}
