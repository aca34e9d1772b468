import { Button } from '#client/ui/button.tsx'
import './segmented.css'

interface SegmentedProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
}

export function Segmented<V extends string>({ label, value, options, onChange }: SegmentedProps<V>) {
  return (
    <fieldset className="segmented bp6-button-group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.value}
          small
          active={option.value === value}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </Button>
      ))}
    </fieldset>
  )
}
