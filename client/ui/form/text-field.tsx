import type { FieldPathByValue, FieldValues } from 'react-hook-form'
import { FormField, type FormFieldProps } from './form-field.tsx'

type InputProps = Pick<
  React.InputHTMLAttributes<HTMLInputElement>,
  'type' | 'placeholder' | 'maxLength' | 'readOnly' | 'spellCheck' | 'inputMode'
>

interface TextFieldProps<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>
  extends FormFieldProps<Values, Name>, InputProps {
  readonly className?: string
  readonly read?: (text: string) => string
  readonly end?: React.ReactNode
}

const asTyped = (text: string) => text

export function TextField<Values extends FieldValues, Name extends FieldPathByValue<Values, string>>({
  control,
  name,
  label,
  labelEnd,
  help,
  deps,
  className = '',
  read = asTyped,
  end,
  ...input
}: TextFieldProps<Values, Name>) {
  return (
    <FormField control={control} name={name} label={label} labelEnd={labelEnd} help={help} deps={deps}>
      {(field) => (
        <>
          <input
            {...input}
            {...field}
            className={`bp6-input ${className}`}
            autoComplete="off"
            onChange={(event) => field.onChange(read(event.currentTarget.value))}
          />
          {end}
        </>
      )}
    </FormField>
  )
}
