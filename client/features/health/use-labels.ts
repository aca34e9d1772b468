import { useState } from 'react'
import { labelFacets } from '#shared/health/check-facet.ts'
import { labelsOf } from '#shared/health/check-labels.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { sameJson } from '#shared/primitives/same-json.ts'

const sameLabels = (before: readonly CheckRow[], rows: readonly CheckRow[]) =>
  before.length === rows.length && rows.every((row, i) => row === before[i] || sameJson(row.labels, before[i]?.labels))

const read = (rows: readonly CheckRow[]) => ({ rows, values: labelsOf(rows), facets: labelFacets(rows) })

/** The labels that checks carry, as values to filter by and as facets, read anew only when one of them changed. */
export const useLabels = (rows: readonly CheckRow[]) => {
  const [kept, setKept] = useState(() => read(rows))
  if (kept.rows === rows) return kept
  const next = sameLabels(kept.rows, rows) ? { ...kept, rows } : read(rows)
  setKept(next)
  return next
}
