import { withFilterState, type FilterValue } from '#shared/filters/filter-value.ts'
import { FilterSelect } from '#client/ui/table/filter-select.tsx'
import { TriState } from '#client/ui/form/tri-state.tsx'

const namedMax = 3

export const summariseLabels = (filter: FilterValue, total: number): string => {
  if (filter.size === 0) return 'All'
  if (filter.size <= namedMax) {
    return [...filter].map(([value, state]) => (state === 1 ? value : `not ${value}`)).join(', ')
  }
  const excluded = [...filter.values()].filter((state) => state === -1).length
  const included = filter.size - excluded
  if (excluded === 0) return `${included} of ${total} included`
  if (included === 0) return `${excluded} of ${total} excluded`
  return `${included} included, ${excluded} excluded`
}

interface ValueFilterProps {
  readonly title: string
  readonly note?: string
  readonly options: readonly { readonly value: string; readonly count: number }[]
  readonly filter: FilterValue
  readonly onChange: (filter: FilterValue) => void
}

const listedMax = 6

export function ValueFilter({ title, note, options, filter, onChange }: ValueFilterProps) {
  return (
    <section className="label-filter" aria-label={note === undefined ? title : `Label ${title}`}>
      <h3>
        <span className="cut" title={title}>
          {title}
        </span>
        {note === undefined ? null : <small>{note}</small>}
      </h3>
      {options.length <= listedMax ? (
        options.map(({ value, count }) => (
          <TriState
            key={value}
            value={value}
            count={count}
            state={filter.get(value) ?? 0}
            onChange={(state) => onChange(withFilterState(filter, value, state))}
          />
        ))
      ) : (
        <FilterSelect
          label={title}
          labelHidden
          options={options}
          filter={filter}
          summary={summariseLabels(filter, options.length)}
          onChange={onChange}
        />
      )}
    </section>
  )
}
