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

/** How many rows would appear, go or change their place if the order `before` became `after`. Ids are unique in each. */
export const countOrderChanges = (before: readonly string[], after: readonly string[]): number => {
  const places = new Map(before.map((id, place) => [id, place]))
  const kept: number[] = []
  for (const id of after) {
    const place = places.get(id)
    if (place !== undefined) kept.push(place)
  }
  const gone = before.length - kept.length
  const come = after.length - kept.length
  return gone + come + kept.length - longestRising(kept)
}
