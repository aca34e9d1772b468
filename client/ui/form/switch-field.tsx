import { useController, type FieldPathByValue, type FieldValues } from 'react-hook-form'
import { Switch } from './switch.tsx'
import type { FormFieldProps } from './form-field.tsx'

export function SwitchField<Values extends FieldValues, Name extends FieldPathByValue<Values, boolean>>({
  control,
  name,
  label,
}: Pick<FormFieldProps<Values, Name>, 'control' | 'name' | 'label'>) {
  const { field } = useController({ control, name })
  return <Switch label={label} checked={field.value} onChange={field.onChange} />
}
