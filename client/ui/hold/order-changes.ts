const longestRising = (positions: readonly number[]): number => {
  const tails: number[] = []
  for (const position of positions) {
    let low = 0
    let high = tails.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((tails[middle] ?? 0) < position) low = middle + 1
      else high = middle
    }
    tails[low] = position
  }
  return tails.length
}

export const countOrderChanges = (before: readonly string[], after: readonly string[]): number => {
  const indices = new Map(before.map((id, index) => [id, index]))
  const remaining: number[] = []
  for (const id of after) {
    const index = indices.get(id)
    if (index !== undefined) remaining.push(index)
  }
  const removed = before.length - remaining.length
  const added = after.length - remaining.length
  return removed + added + remaining.length - longestRising(remaining)
}
