import { useState } from 'react'
import { labelFacets } from '#shared/health/check-facet.ts'
import { collectLabels } from '#shared/health/check-labels.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { sameJson } from '#shared/primitives/same-json.ts'

const sameLabels = (before: readonly CheckRow[], rows: readonly CheckRow[]) =>
  before.length === rows.length && rows.every((row, i) => row === before[i] || sameJson(row.labels, before[i]?.labels))

const read = (rows: readonly CheckRow[]) => ({ rows, values: collectLabels(rows), facets: labelFacets(rows) })

export const useLabels = (rows: readonly CheckRow[]) => {
  const [cached, setCached] = useState(() => read(rows))
  if (cached.rows === rows) return cached
  const next = sameLabels(cached.rows, rows) ? { ...cached, rows } : read(rows)
  setCached(next)
  return next
}
