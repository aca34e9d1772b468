import { useQuery } from '@tanstack/react-query'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { namesQuery, type NameList } from './permissions-api.ts'

interface NameSelectProps extends Omit<React.ComponentProps<typeof OptionSelect>, 'options' | 'fill'> {
  readonly kind: NameList
}

export function NameSelect({ kind, none, ...control }: NameSelectProps) {
  const { data = [], error } = useQuery(namesQuery(kind))
  return (
    <OptionSelect
      {...control}
      fill
      none={error === null ? none : 'The list could not be loaded'}
      options={data.map(({ id, name }) => ({ value: id, label: name }))}
    />
  )
}
