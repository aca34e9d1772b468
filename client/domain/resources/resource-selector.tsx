import { useMachine } from '@xstate/react'
import { useId, useMemo, useState } from 'react'
import { fromPromise } from 'xstate'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { resourceSearchMachine, type FoundResource } from '#machines/shell/resource-search-machine.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import './resource-selector.css'

interface ResourceSelectorProps {
  readonly label: string
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly FoundResource[]>
  readonly onSelect: (resource: FoundResource) => void
}

export function ResourceSelector({ label, search, onSelect }: ResourceSelectorProps) {
  const listId = useId()
  const [at, setAt] = useState(0)
  const machine = useMemo(
    () =>
      resourceSearchMachine.provide({
        actors: {
          search: fromPromise<readonly FoundResource[], { readonly text: string }>(({ input, signal }) =>
            search(input.text, signal),
          ),
        },
      }),
    [search],
  )
  const [state, send] = useMachine(machine)
  const { found, error, text } = state.context
  const hint = state.matches('empty') ? 'Start typing to search' : ''
  const isNothing = state.matches('found') && found.length === 0
  const handleKeyDown = (event: React.KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(at + 1, found.length - 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(at - 1, 0))
    else if (event.key === 'Enter') {
      const chosen = found[at]
      if (chosen && state.matches('found')) onSelect(chosen)
    } else return
    event.preventDefault()
  }
  return (
    <div className="resource-selector">
      <input
        className="bp6-input"
        role="combobox"
        aria-label={label}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-activedescendant={found.length > 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        placeholder="name=… type=… health=…"
        value={text}
        onChange={(event) => {
          setAt(0)
          send({ type: 'search.type', text: event.currentTarget.value })
        }}
        onKeyDown={handleKeyDown}
      />
      <div id={listId} role="listbox" aria-label={`${label}: found`} className="resource-selector-list">
        {found.map((resource, index) => (
          <div
            key={`${resource.kind} ${resource.id}`}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className="resource-selector-option"
            onPointerEnter={() => setAt(index)}
            onClick={() => onSelect(resource)}
            onKeyDown={handleKeyDown}
          >
            <span className="cut">{resource.name}</span>
            <span className="faint cut">{[resource.type, resource.namespace].filter(Boolean).join(' in ')}</span>
          </div>
        ))}
      </div>
      <output className="resource-selector-result">
        {hint}
        {isNothing ? 'No options found' : null}
        {state.matches('failed') ? (
          <>
            <StateMark state="unhealthy" label="" /> {toErrorMessage(error)}
          </>
        ) : null}
      </output>
    </div>
  )
}
