import { compareText } from '#shared/primitives/compare-text.ts'
import type { CheckRow } from '#shared/health/check-row.ts'

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

/** Reuses the previous order when only results changed: sorting thousands of names per patch is too slow. */
export const byName = (rows: ReadonlyMap<string, CheckRow>, before: readonly CheckRow[]): readonly CheckRow[] =>
  sameOrder(rows, before) ?? [...rows.values()].sort((a, b) => compareNames(a.name, b.name) || compareText(a.id, b.id))
