import { HTMLSelect } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { namesQuery, type NameList } from './permissions-api.ts'

interface NameSelectProps {
  readonly kind: NameList
  readonly value: string
  readonly onChange: (id: string) => void
  /** What stands for none. */
  readonly none: string
  readonly id?: string
  readonly label?: string
  readonly describedBy?: string | undefined
  readonly invalid?: boolean
}

/** One thing of a kind by its name. What is chosen and not in the list, because it is deleted or far down, stays by its id. */
export function NameSelect({ kind, value, onChange, none, id, label, describedBy, invalid = false }: NameSelectProps) {
  const { data = [], error } = useQuery(namesQuery(kind))
  const isKnown = value === '' || data.some((option) => option.id === value)
  return (
    <HTMLSelect
      fill
      {...(id !== undefined && { id })}
      aria-label={label}
      aria-describedby={describedBy}
      aria-invalid={invalid}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{error === null ? none : 'The list could not be read'}</option>
      {isKnown ? null : <option value={value}>{value}</option>}
      {data.map((option) => (
        <option key={option.id} value={option.id}>
          {option.name}
        </option>
      ))}
    </HTMLSelect>
  )
}
