import { useId, useState } from 'react'
import { InputGroup } from '@blueprintjs/core'
import { durationChoices, parseDurationFilter } from '#shared/health/duration-filter.ts'

interface DurationFilterProps {
  readonly typed: string
  readonly onChange: (typed: string) => void
}

export function DurationFilter({ typed, onChange }: DurationFilterProps) {
  const listId = useId()
  const errorId = useId()
  const [text, setText] = useState(typed)
  const [error, setError] = useState<string | null>(null)
  const apply = (next: string) => {
    const parsed = parseDurationFilter(next)
    setError(parsed.ok ? null : parsed.message)
    if (parsed.ok) onChange(parsed.atLeastMs === null ? '' : next.trim())
  }
  const handleType = (next: string) => {
    setText(next)
    if (durationChoices.some((choice) => choice === next)) apply(next)
    else setError(null)
  }
  return (
    <div className="duration-filter">
      <InputGroup
        aria-label="Duration"
        placeholder="Duration: All"
        list={listId}
        value={text}
        intent={error === null ? 'none' : 'danger'}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        onValueChange={handleType}
        onBlur={() => apply(text)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') apply(text)
        }}
      />
      <datalist id={listId}>
        {durationChoices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </datalist>
      {error === null ? null : (
        <p id={errorId} role="alert" className="duration-filter-error">
          {error}
        </p>
      )}
    </div>
  )
}
