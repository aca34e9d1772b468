import {
  useController,
  type Control,
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
} from 'react-hook-form'
import { Field } from './field.tsx'

export interface FormFieldProps<Values extends FieldValues, Name extends FieldPath<Values>> {
  readonly control: Control<Values, unknown, unknown>
  readonly name: Name
  readonly label: string
  readonly labelEnd?: React.ReactNode
  readonly help?: React.ReactNode
  readonly deps?: FieldPath<Values> | FieldPath<Values>[] | undefined
}

type FieldControl<Values extends FieldValues, Name extends FieldPath<Values>> = ControllerRenderProps<Values, Name> & {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

interface Props<Values extends FieldValues, Name extends FieldPath<Values>> extends FormFieldProps<Values, Name> {
  /** Pass `ref` to the element that is focused on a validation error. */
  readonly children: (control: FieldControl<Values, Name>) => React.ReactNode
}

export function FormField<Values extends FieldValues, Name extends FieldPath<Values>>({
  control,
  name,
  deps,
  children,
  ...texts
}: Props<Values, Name>) {
  const { field, fieldState } = useController({ control, name, rules: { deps: deps ?? [] } })
  const error = fieldState.error?.message
  return (
    <Field {...texts} error={error}>
      {({ id, describedBy }) =>
        children({ ...field, id, 'aria-describedby': describedBy, 'aria-invalid': error !== undefined })
      }
    </Field>
  )
}
