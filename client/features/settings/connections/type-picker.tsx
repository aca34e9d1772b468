import { useEffect, useRef, useState } from 'react'
import { connectionTypes, type ConnectionType } from '#shared/connections/connection-types.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'

interface TypePickerProps {
  readonly onPick: (type: ConnectionType) => void
  readonly onClose: () => void
}

const groups = [...new Set(connectionTypes.map(({ group }) => group))]
const step: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

export function TypePicker({ onPick, onClose }: TypePickerProps) {
  const [search, setSearch] = useState('')
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  const searchText = search.trim().toLowerCase()
  const matching = connectionTypes.filter(({ title, type, group }) =>
    `${title}\n${type}\n${group}`.toLowerCase().includes(searchText),
  )
  const marked = matching[Math.min(at, matching.length - 1)]
  const handleKeyDown = (event: React.KeyboardEvent) => {
    const by = step[event.key]
    const isSideways = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (by !== undefined && !(isSideways && search !== '')) {
      event.preventDefault()
      setAt((before) => Math.max(0, Math.min(matching.length - 1, before + by)))
    }
    if (event.key === 'Enter' && marked !== undefined && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      onPick(marked)
    }
  }
  return (
    <Modal
      title="Add connection"
      size="large"
      onClose={onClose}
      foot={
        <p className="connection-keys faint">
          <kbd className="kbd">↑</kbd> <kbd className="kbd">↓</kbd> choose <kbd className="kbd">Enter</kbd> continue{' '}
          <kbd className="kbd">Esc</kbd> close
        </p>
      }
    >
      {/* Focus stays in the field inside; key events bubble up to here. */}
      <div className="connection-types" role="presentation" onKeyDown={handleKeyDown}>
        <SearchInput
          label="Search types"
          placeholder={`Search ${connectionTypes.length} types`}
          value={search}
          inputRef={input}
          onChange={(text) => {
            setSearch(text)
            setAt(0)
          }}
        />
        {groups.map((group) => {
          const types = matching.filter((type) => type.group === group)
          return types.length === 0 ? null : (
            <section key={group} aria-label={group}>
              <h3>{group}</h3>
              <ul>
                {types.map((type) => (
                  <li key={type.type}>
                    <button
                      type="button"
                      className="connection-type"
                      data-marked={type === marked ? '' : undefined}
                      onClick={() => onPick(type)}
                    >
                      {type.title}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
        {matching.length === 0 ? <p className="dim">No types match. An HTTP connection fits most services.</p> : null}
        <p className="visually-hidden" role="status">
          {marked === undefined ? 'No type' : `${marked.title}, ${matching.indexOf(marked) + 1} of ${matching.length}`}
        </p>
      </div>
    </Modal>
  )
}
