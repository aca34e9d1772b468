import { useQuery } from '@tanstack/react-query'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { namesQuery, type NameList } from './permissions-api.ts'

interface NameSelectProps extends Omit<React.ComponentProps<typeof OptionSelect>, 'options' | 'fill'> {
  readonly kind: NameList
}

/** One thing of a kind by its name. What is chosen and not in the list, because it is deleted or far down, stays by its id. */
export function NameSelect({ kind, none, ...control }: NameSelectProps) {
  const { data = [], error } = useQuery(namesQuery(kind))
  return (
    <OptionSelect
      {...control}
      fill
      none={error === null ? none : 'The list could not be read'}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
