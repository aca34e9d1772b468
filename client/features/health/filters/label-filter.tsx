import { labelIdOf, type LabelFilters, type LabelValues } from '#shared/health/check-labels.ts'
import { withFilterState, type FilterState, type FilterValue } from '#shared/filters/filter-value.ts'
import { FilterSelect } from '#client/ui/filter-select.tsx'
import { TriState } from '#client/ui/tri-state.tsx'
import { summariseLabels } from './summarise-labels.ts'

interface LabelFilterProps {
  readonly list: LabelValues
  readonly labels: LabelFilters
  readonly onChange: (labels: LabelFilters) => void
}

/** Up to so many values stand in the column one by one; more of them behind one button. */
const listedMax = 6

/** The values of one label to include and exclude (ledger HEALTH-21). */
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
    const chosen = [...next].map(([value, state]) => [labelIdOf(key, value), state] as const)
    onChange(Object.fromEntries([...others, ...chosen]))
  }
  const handleValue = (value: string, state: FilterState) => handleChange(withFilterState(filter, value, state))
  return (
    <section className="label-filter" aria-label={`Label ${key}`}>
      <h3>
        <span className="cut" title={key}>
          {key}
        </span>
        <small>label</small>
      </h3>
      {values.length <= listedMax ? (
        values.map(({ value, count }) => (
          <TriState
            key={value}
            value={value}
            count={count}
            state={filter.get(value) ?? 0}
            onChange={(state) => handleValue(value, state)}
          />
        ))
      ) : (
        <FilterSelect
          label={key}
          labelHidden
          options={values}
          filter={filter}
          summary={summariseLabels(filter, values.length)}
          onChange={handleChange}
        />
      )}
    </section>
  )
}
