import { HTMLSelect } from '@blueprintjs/core'

interface SelectOption<V extends string> {
  readonly value: V
  readonly label: string
  readonly group?: string
}

export interface SelectProps<V extends string> {
  readonly label: string
  readonly value: V
  readonly options: readonly SelectOption<V>[]
  readonly onChange: (value: V) => void
}

const renderOption = ({ value, label }: SelectOption<string>) => (
  <option key={value} value={value}>
    {label}
  </option>
)

export function Select<V extends string>({ label, value, options, onChange }: SelectProps<V>) {
  const groups = [...new Set(options.flatMap(({ group }) => (group === undefined ? [] : [group])))]
  return (
    <HTMLSelect
      aria-label={label}
      value={value}
      onChange={(event) => {
        const chosen = options.find((option) => option.value === event.currentTarget.value)
        if (chosen) onChange(chosen.value)
      }}
    >
      {options.filter(({ group }) => group === undefined).map(renderOption)}
      {groups.map((group) => (
        <optgroup key={group} label={group}>
          {options.filter((option) => option.group === group).map(renderOption)}
        </optgroup>
      ))}
    </HTMLSelect>
  )
}
