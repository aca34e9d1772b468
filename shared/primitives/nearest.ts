export const nearest = (name: string, candidates: readonly string[]): string | undefined => {
  const allowed = Math.max(1, Math.round(name.length * 0.4))
  const ranked = candidates
    .map((candidate) => ({ candidate, steps: distance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ steps }) => steps <= allowed)
    .sort((a, b) => a.steps - b.steps)
  return ranked[0]?.candidate
}

export const formatSuggestion = (name: string, candidates: readonly string[]): string => {
  const like = nearest(name, candidates)
  return like === undefined ? '' : ` (did you mean "${like}"?)`
}

/** Only for short lists: lists all candidates when none is similar. */
export const formatAllowed = (name: string, candidates: readonly string[]): string =>
  formatSuggestion(name, candidates) || `; use ${candidates.join(', ')}`

const distance = (from: string, to: string): number => {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [i, letter] of Array.from(from).entries()) {
    const next = [i + 1]
    for (const [j, other] of Array.from(to).entries()) {
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
