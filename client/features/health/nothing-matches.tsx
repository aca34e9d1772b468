import { labelOf, type LabelFilters } from '#shared/health/check-labels.ts'
import { Button } from '#client/ui/button.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { clearFilters, setLabels, setSearch } from './use-health-query.ts'

interface NothingMatchesProps {
  readonly total: number
  readonly search: string
  readonly labels: LabelFilters
}

/** There are checks, but the filters leave none: which filters, and the way to drop each. */
export function NothingMatches({ total, search, labels }: NothingMatchesProps) {
  const drop = (id: string) => {
    const { [id]: _, ...others } = labels
    setLabels(others)
  }
  return (
    <EmptyState
      title="No check matches these filters"
      actions={
        <>
          {search === '' ? null : <Button onClick={() => setSearch('')}>Remove “{search}”</Button>}
          <Button look="minimal" onClick={clearFilters}>
            Clear all
          </Button>
        </>
      }
    >
      <p>
        0 of {total.toLocaleString('en')} {total === 1 ? 'check matches' : 'checks match'}.
      </p>
      <div className="health-chips">
        {Object.entries(labels).map(([id, state]) => {
          const { key, value } = labelOf(id)
          return <Chip key={id} name={key} value={value} excluded={state === -1} onRemove={() => drop(id)} />
        })}
      </div>
    </EmptyState>
  )
}
