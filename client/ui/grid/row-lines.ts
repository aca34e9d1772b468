interface Change {
  /** The ids of all rows, in their new order. */
  readonly ids: readonly string[]
  /** The ids of the rows that are drawn now. */
  readonly drawn: readonly string[]
  /** The id of a row that keeps its line whatever becomes of it. */
  readonly pinnedId: string | null
  /** Which stretch of the new order is to be drawn. */
  readonly from: number
  readonly to: number
}

/**
 * Which drawn line of a table each row is in. A row that comes into sight takes the line of one that leaves it: to change
 * what a line says costs a fraction of drawing it anew. A row that stays in sight keeps its line. `ids` are the rows that are
 * there from the first.
 */
export const createRowLines = (ids: readonly string[] = []) => {
  let last = 0
  const unused = () => `line-${(last += 1)}`
  let lines: ReadonlyMap<string, string> = new Map(ids.map((id) => [id, unused()]))

  return {
    /** The line of a row of the last change. */
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
