import { SmallMinus, SmallTick } from '@blueprintjs/icons'
import { toggleFilter, type FilterState } from '#shared/filters/filter-value.ts'
import './tri-state.css'

interface TriStateProps {
  readonly value: string
  readonly state: FilterState
  readonly count?: number | undefined
  readonly onChange: (state: FilterState) => void
}

const labels: Record<FilterState, string> = { 1: 'included', [-1]: 'excluded', 0: 'not filtered' }
const next: Record<FilterState, FilterState> = { 0: 1, 1: -1, [-1]: 0 }

export function TriState({ value, state, count, onChange }: TriStateProps) {
  const handleKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    onChange(toggleFilter(state, event.shiftKey ? -1 : 1))
  }
  return (
    <button
      type="button"
      className="tri-state"
      data-state={state}
      aria-pressed={state === 0 ? 'false' : 'true'}
      onClick={() => onChange(next[state])}
      onKeyDown={handleKeyDown}
    >
      <span className="tri-state-box">
        {state === 1 ? <SmallTick size={14} /> : null}
        {state === -1 ? <SmallMinus size={14} /> : null}
      </span>
      <span className="tri-state-value cut" title={value}>
        {value}
      </span>
      <span className="visually-hidden">{labels[state]}</span>
      {count === undefined ? null : <span className="tri-state-count">{count}</span>}
    </button>
  )
}
