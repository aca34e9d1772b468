import { HTMLSelect } from '@blueprintjs/core'
import type { Ref } from 'react'

interface OptionSelectProps extends Pick<React.AriaAttributes, 'aria-label' | 'aria-describedby' | 'aria-invalid'> {
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly none: string
  readonly fill?: boolean
  readonly disabled?: boolean
  readonly id?: string
  readonly name?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLSelectElement>
}

export function OptionSelect({ options, none, value, onChange, ...rest }: OptionSelectProps) {
  const isKnown = value === '' || options.some((option) => option.value === value)
  return (
    <HTMLSelect {...rest} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      <option value="">{none}</option>
      {isKnown ? null : <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </HTMLSelect>
  )
}
