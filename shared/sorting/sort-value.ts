import { compareText } from '#shared/primitives/compare-text.ts'

export type SortValue = string | number | null

const compareByLocale = new Intl.Collator('en', { numeric: true }).compare
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Timestamps have a varying number of fraction digits: as numbers, .4 would sort before .123. */
const compareShown = (a: string, b: string): number => {
  if (!moment.test(a) || !moment.test(b)) return compareByLocale(a, b)
  return Date.parse(a) - Date.parse(b) || compareText(a, b)
}

export const compareValues = (a: SortValue, b: SortValue, desc = false): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const compared = typeof a === 'number' && typeof b === 'number' ? a - b : compareShown(String(a), String(b))
  return desc ? -compared : compared
}

export const sortedBy = <R>(rows: readonly R[], getValue: (row: R) => SortValue, desc = false): R[] =>
  rows
    .map((row) => ({ row, value: getValue(row) }))
    .sort((a, b) => compareValues(a.value, b.value, desc))
    .map(({ row }) => row)
