import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useMemo } from 'react'
import { useForm } from 'react-hook-form'
import type { ParameterValues } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { fieldKey, parametersSchema, toForm, type ParameterForm } from './parameter-form.ts'

/** Values from a link, and values typed before the parameters changed, are validated against the current parameters. */
export const useParameterForm = (parameters: readonly PlaybookParameter[], values: ParameterValues) => {
  const { control, trigger, getValues, setValue, handleSubmit, formState } = useForm<ParameterForm>({
    resolver: zodResolver(useMemo(() => parametersSchema(parameters), [parameters])),
    defaultValues: toForm(values),
    mode: 'onChange',
  })
  const { errors } = formState
  useEffect(() => {
    const typed = Object.entries(getValues()).flatMap(([key, value]) => (value === undefined ? [] : [key]))
    if (parameters.length > 0) void trigger(typed)
  }, [parameters, trigger, getValues])
  return {
    control,
    shownErrors: parameters.filter(({ name }) => errors[fieldKey(name)] !== undefined).length,
    /** Focuses the first invalid field. */
    showErrors: () => void handleSubmit(() => undefined)(),
    fill: (name: string, value: string) => setValue(fieldKey(name), value, { shouldValidate: true, shouldDirty: true }),
  }
}
