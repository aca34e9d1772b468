interface Change {
  readonly ids: readonly string[]
  readonly drawn: readonly string[]
  readonly pinnedId: string | null
  readonly from: number
  readonly to: number
}

/**
 * A row that becomes visible reuses the line of one that leaves, because updating a line is much cheaper than
 * creating one.
 */
export const createRowLines = (ids: readonly string[] = []) => {
  let last = 0
  const unused = () => `line-${(last += 1)}`
  let lines: ReadonlyMap<string, string> = new Map(ids.map((id) => [id, unused()]))

  return {
    of: (id: string): string => lines.get(id) ?? id,
    change: ({ ids, drawn, pinnedId, from, to }: Change): void => {
      const coming = ids.slice(from, to)
      const stays = new Set(coming)
      const wasDrawn = new Set(drawn)
      const free = drawn.filter((id) => id !== pinnedId && !stays.has(id)).map((id) => lines.get(id))
      const taken = new Map<string, string>()
      for (const id of coming) {
        if (wasDrawn.has(id)) continue
        const line = free.shift()
        if (line === undefined) break
        taken.set(id, line)
      }
      const lost = new Set(taken.values())
      const next = new Map<string, string>()
      for (const id of ids) {
        const own = lines.get(id)
        next.set(id, taken.get(id) ?? (own === undefined || lost.has(own) ? unused() : own))
      }
      lines = next
    },
  }
}
