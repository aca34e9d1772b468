import { Controller, useWatch, type UseFormReturn } from 'react-hook-form'
import type { ConnectionField } from '#shared/connections/connection-field.ts'
import { isVisible } from '#shared/connections/connection-row.ts'
import type { ConnectionType } from '#shared/connections/connection-types.ts'
import { secretPlaceholder } from '#shared/connections/stored-text.ts'
import { FormField } from '#client/ui/form/form-field.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { TextField } from '#client/ui/form/text-field.tsx'
import { hasPassword, type ConnectionForm } from './connection-form.ts'
import { SecretInput } from './secret-input.tsx'

interface OneFieldProps {
  readonly form: UseFormReturn<ConnectionForm>
  readonly field: ConnectionField
  readonly stored: string | undefined
}

const passwordHint =
  'The address contains a password that everyone can read. Write $(password) here, and enter it below.'

function OneField({ form, field, stored }: OneFieldProps) {
  const { control } = form
  const { input, label, options, help, placeholder } = field
  const name = `values.${field.name}` as const
  const fieldProps = { control, name, label: field.isRequired ? label : `${label} (optional)`, help }
  const typed = useWatch({ control, name })
  if (input === 'choice') {
    return (
      <FormField {...fieldProps}>
        {(inputProps) => (
          <OptionSelect
            {...inputProps}
            fill
            none={`Choose ${label.toLowerCase()}`}
            options={options.map((value) => ({ value, label: value }))}
          />
        )}
      </FormField>
    )
  }
  if (input === 'switch') {
    return (
      <div className="field">
        <Controller
          control={control}
          name={name}
          render={({ field: { value, onChange } }) => (
            <Switch label={label} checked={value === 'true'} onChange={(on) => onChange(on ? 'true' : '')} />
          )}
        />
        {help === undefined ? null : <span className="field-help">{help}</span>}
      </div>
    )
  }
  if (input === 'secret' || input === 'document') {
    return (
      <FormField {...fieldProps}>
        {({ value, onChange, name: _name, ...inputProps }) => (
          <SecretInput
            label={label}
            value={value}
            onChange={onChange}
            isLong={input === 'document'}
            isStored={stored === secretPlaceholder}
            control={inputProps}
          />
        )}
      </FormField>
    )
  }
  return (
    <TextField
      {...fieldProps}
      help={field.at === 'url' && hasPassword(typed ?? '') ? passwordHint : help}
      className={input === 'port' ? 'tabular' : 'mono'}
      spellCheck={false}
      {...(input === 'port' && { inputMode: 'numeric' })}
      placeholder={placeholder}
    />
  )
}

interface ConnectionFieldsProps {
  readonly form: UseFormReturn<ConnectionForm>
  readonly type: ConnectionType
  readonly stored: Readonly<Record<string, string>> | undefined
}

export function ConnectionFields({ form, type, stored }: ConnectionFieldsProps) {
  const values = useWatch({ control: form.control, name: 'values' })
  return (
    <>
      <div className="connection-pair">
        <TextField control={form.control} name="name" label="Name" spellCheck={false} />
        <TextField control={form.control} name="namespace" label="Namespace" spellCheck={false} />
      </div>
      {type.fields
        .filter((field) => isVisible(field, values))
        .map((field) => (
          <OneField key={field.name} form={form} field={field} stored={stored?.[field.name]} />
        ))}
    </>
  )
}
