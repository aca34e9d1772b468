import { withFilterState, type FilterValue } from '#shared/filters/filter-value.ts'
import { parseLabelId } from '#shared/health/check-labels.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { clearFilters, setLabels, setSearch, setSeverities, setStatuses, type HealthQuery } from './use-health-query.ts'

interface NothingMatchesProps {
  readonly total: number
  readonly query: Pick<HealthQuery, 'search' | 'labels' | 'statuses' | 'severities'>
}

interface FilterChipsProps {
  readonly name: string
  readonly filter: FilterValue
  readonly onChange: (filter: FilterValue) => void
}

function FilterChips({ name, filter, onChange }: FilterChipsProps) {
  return [...filter].map(([value, state]) => (
    <Chip
      key={value}
      name={name}
      value={value}
      excluded={state === -1}
      onRemove={() => onChange(withFilterState(filter, value, 0))}
    />
  ))
}

export function NothingMatches({ total, query }: NothingMatchesProps) {
  const { search, labels, statuses, severities } = query
  const drop = (id: string) => {
    const { [id]: _, ...others } = labels
    setLabels(others)
  }
  return (
    <EmptyState
      title="No checks match these filters"
      actions={
        <>
          {search === '' ? null : <Button onClick={() => setSearch('')}>Remove “{search}”</Button>}
          <Button look="minimal" onClick={clearFilters}>
            Clear all
          </Button>
        </>
      }
    >
      <p>0 of {formatCount(total, 'check matches', 'checks match')}.</p>
      <div className="health-chips">
        <FilterChips name="status" filter={statuses} onChange={setStatuses} />
        <FilterChips name="severity" filter={severities} onChange={setSeverities} />
        {Object.entries(labels).map(([id, state]) => {
          const { key, value } = parseLabelId(id)
          return <Chip key={id} name={key} value={value} excluded={state === -1} onRemove={() => drop(id)} />
        })}
      </div>
    </EmptyState>
  )
}
