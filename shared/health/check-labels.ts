import { z } from 'zod'
import { compareText } from '#shared/primitives/compare-text.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { parseJson } from '#shared/primitives/parse-json.ts'

export type LabelFilters = Readonly<Record<string, 1 | -1>>

const labelFiltersSchema = z.record(z.string(), z.union([z.literal(1), z.literal(-1)]))

/** The key is escaped so that the first `=` always ends it. */
export const formatLabelId = (key: string, value: string): string =>
  `${key.replaceAll('%', '%25').replaceAll('=', '%3D')}=${value}`

export const parseLabelId = (id: string): { key: string; value: string } => {
  const end = id.indexOf('=')
  const key = end < 0 ? id : id.slice(0, end)
  return { key: key.replaceAll('%3D', '=').replaceAll('%25', '%'), value: end < 0 ? '' : id.slice(end + 1) }
}

export const parseLabelFilters = (text: string | null): LabelFilters => {
  if (text === null || text === '') return {}
  return labelFiltersSchema.safeParse(parseJson(text)).data ?? {}
}

export const formatLabelFilters = (filters: LabelFilters): string | null =>
  Object.keys(filters).length === 0 ? null : JSON.stringify(filters)

export const labelMatcher = (filters: LabelFilters): ((row: Pick<CheckRow, 'labels'>) => boolean) => {
  const included = new Map<string, Set<string>>()
  const excluded: { key: string; value: string }[] = []
  for (const [id, state] of Object.entries(filters)) {
    const { key, value } = parseLabelId(id)
    if (state === -1) excluded.push({ key, value })
    else included.set(key, (included.get(key) ?? new Set()).add(value))
  }
  const wanted = [...included]
  return ({ labels }) =>
    wanted.every(([key, values]) => {
      const value = labels[key]
      return value !== undefined && values.has(value)
    }) && excluded.every(({ key, value }) => labels[key] !== value)
}

export interface LabelValues {
  readonly key: string
  readonly values: readonly { readonly id: string; readonly value: string; readonly count: number }[]
}

export const collectLabels = (
  rows: Iterable<Pick<CheckRow, 'labels'>>,
): { toggles: string[]; lists: LabelValues[] } => {
  const keys = new Map<string, Map<string, number>>()
  for (const row of rows) {
    for (const [key, value] of Object.entries(row.labels)) {
      let values = keys.get(key)
      if (values === undefined) keys.set(key, (values = new Map()))
      values.set(value, (values.get(value) ?? 0) + 1)
    }
  }
  const toggles: string[] = []
  const lists: LabelValues[] = []
  for (const [key, values] of [...keys].sort(([a], [b]) => compareText(a, b))) {
    if ([...values.keys()].every((value) => value === 'true' || value === 'false')) toggles.push(key)
    else {
      lists.push({
        key,
        values: [...values]
          .map(([value, count]) => ({ id: formatLabelId(key, value), value, count }))
          .sort((a, b) => a.value.localeCompare(b.value, 'en', { numeric: true })),
      })
    }
  }
  return { toggles, lists }
}
