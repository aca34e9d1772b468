export interface AlertRow {
  readonly id: string
  readonly name: string
  readonly atMs: number
}

export interface SeenRows {
  readonly sinceMs: number
  readonly keys: ReadonlySet<string>
}

const toKey = ({ id, atMs }: AlertRow) => `${id} ${atMs}`

/** Rows that started after the first look and were not among the previous ones. */
export const findNewRows = (
  rows: readonly AlertRow[],
  seen: SeenRows | null,
  nowMs: number,
): { readonly rows: readonly AlertRow[]; readonly seen: SeenRows } => {
  const keys = new Set(rows.map(toKey))
  if (seen === null) return { rows: [], seen: { sinceMs: nowMs, keys } }
  return {
    rows: rows.filter((row) => row.atMs >= seen.sinceMs && !seen.keys.has(toKey(row))),
    seen: { sinceMs: seen.sinceMs, keys },
  }
}

const namedMax = 3

export const describeRows = (
  rows: readonly AlertRow[],
  { one, several }: { readonly one: string; readonly several: string },
): { readonly title: string; readonly body: string; readonly tag: string } => {
  const [first] = rows
  const names = rows.slice(0, namedMax).map(({ name }) => name)
  const rest = rows.length - names.length
  return {
    title: rows.length === 1 && first !== undefined ? `${first.name} ${one}` : `${rows.length} ${several}`,
    body: rows.length === 1 ? '' : [...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', '),
    tag: rows.map(toKey).join(' '),
  }
}
