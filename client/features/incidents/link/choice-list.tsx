import { useId } from 'react'
import './choice-list.css'

interface Choice {
  readonly id: string
  readonly label: React.ReactNode
  readonly end?: string
}

interface ChoiceListProps {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly chosen: string | null
  readonly error: string | undefined
  readonly onChoose: (id: string) => void
}

export function ChoiceList({ label, choices, chosen, error, onChoose }: ChoiceListProps) {
  const name = useId()
  return (
    <fieldset className="choice-list" aria-describedby={error === undefined ? undefined : `${name}-error`}>
      <legend>{label}</legend>
      <div className="choice-lines">
        {choices.map(({ id, label: text, end }) => (
          <label key={id} data-chosen={id === chosen ? '' : undefined}>
            <input type="radio" name={name} checked={id === chosen} onChange={() => onChoose(id)} />
            <span className="cut">{text}</span>
            {end === undefined ? null : <span className="dim choice-end">{end}</span>}
          </label>
        ))}
      </div>
      {error === undefined ? null : (
        <p id={`${name}-error`} className="choice-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
