import { formatLabelId, type LabelFilters, type LabelValues } from '#shared/health/check-labels.ts'
import type { FilterValue } from '#shared/filters/filter-value.ts'
import { ValueFilter } from './value-filter.tsx'

interface LabelFilterProps {
  readonly list: LabelValues
  readonly labels: LabelFilters
  readonly onChange: (labels: LabelFilters) => void
}

export function LabelFilter({ list, labels, onChange }: LabelFilterProps) {
  const { key, values } = list
  const filter: FilterValue = new Map(
    values.flatMap(({ id, value }) => {
      const state = labels[id]
      return state === undefined ? [] : [[value, state] as const]
    }),
  )
  const handleChange = (next: FilterValue) => {
    const own = new Set(values.map(({ id }) => id))
    const others = Object.entries(labels).filter(([id]) => !own.has(id))
    const chosen = [...next].map(([value, state]) => [formatLabelId(key, value), state] as const)
    onChange(Object.fromEntries([...others, ...chosen]))
  }
  return <ValueFilter title={key} note="label" options={values} filter={filter} onChange={handleChange} />
}
