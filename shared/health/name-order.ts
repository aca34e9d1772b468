import type { CheckRow } from '#shared/health/check-row.ts'

/** How names stand in lists: by the person's alphabet, numbers by their value. */
export const compareNames = new Intl.Collator('en', { numeric: true }).compare

const sameOrder = (rows: ReadonlyMap<string, CheckRow>, before: readonly CheckRow[]): CheckRow[] | null => {
  if (rows.size !== before.length) return null
  const order: CheckRow[] = []
  for (const { id, name } of before) {
    const row = rows.get(id)
    if (row?.name !== name) return null
    order.push(row)
  }
  return order
}

/**
 * Checks by name. Given the order from before, new results of the same checks cost one look-up each and no comparison:
 * sorting thousands of names at every patch is what would make the page slow.
 */
export const byName = (rows: ReadonlyMap<string, CheckRow>, before: readonly CheckRow[]): readonly CheckRow[] =>
  sameOrder(rows, before) ?? [...rows.values()].sort((a, b) => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1))
