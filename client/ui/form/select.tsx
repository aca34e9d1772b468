import { HTMLSelect } from '@blueprintjs/core'

interface SelectProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
}

/** One of a few, by the platform's own list. */
export function Select<V extends string>({ label, value, options, onChange }: SelectProps<V>) {
  return (
    <HTMLSelect
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </HTMLSelect>
  )
}
