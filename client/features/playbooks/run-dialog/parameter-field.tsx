import { useQuery } from '@tanstack/react-query'
import { useCallback, useId } from 'react'
import { useController, type Control } from 'react-hook-form'
import { byteUnits, formatMillicores, splitBytes, getValue } from '#shared/playbooks/parameter-value.ts'
import type { PlaybookParameter } from '#shared/playbooks/parameter.ts'
import { searchResources } from '#client/api/search-resources.ts'
import { focusFirstField } from '#client/lib/browser/focus-first-field.ts'
import { Button } from '#client/ui/button.tsx'
import { CodeEditor } from '#client/ui/editor/code-editor.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { ResourceName } from '#client/domain/resources/resource-name.tsx'
import { ResourceSelector } from '#client/domain/resources/resource-selector.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { fieldKey, toTypedValues, type ParameterForm } from './parameter-form.ts'
import { loadChoices } from './run-api.ts'
import { useJsonSchema } from '#client/domain/resources/use-json-schema.ts'

interface ParameterFieldProps {
  readonly control: Control<ParameterForm>
  readonly parameter: PlaybookParameter
  readonly onType: (value: string) => void
}

interface ControlProps {
  readonly parameter: PlaybookParameter
  readonly value: string
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly onChange: (value: string) => void
}

const getLabel = ({ label, name }: PlaybookParameter) => label || name

export function ParameterField({ control, parameter, onType }: ParameterFieldProps) {
  const { field, fieldState } = useController({ control, name: fieldKey(parameter.name) })
  const value = getValue(parameter, toTypedValues(parameter, field.value))
  const error = fieldState.error?.message
  const onChange = (next: string) => {
    field.onChange(next)
    onType(next)
  }
  if (parameter.type === 'checkbox') return <CheckboxField parameter={parameter} value={value} onChange={onChange} />
  const help =
    parameter.description ?? (parameter.type === 'secret' ? 'Stored encrypted and never shown again' : undefined)
  const wide = parameter.type === 'code' || parameter.properties?.multiline === true
  return (
    <div
      ref={(part) => field.ref(part && { focus: () => focusFirstField(part) })}
      className="run-param"
      data-wide={wide ? '' : undefined}
    >
      <Field
        label={getLabel(parameter)}
        labelEnd={parameter.required === true ? undefined : <span className="faint">optional</span>}
        help={help}
        error={error}
      >
        {(ids) => (
          <ParameterControl
            {...ids}
            parameter={parameter}
            value={value}
            invalid={error !== undefined}
            onChange={onChange}
          />
        )}
      </Field>
    </div>
  )
}

function CheckboxField({ parameter, value, onChange }: Pick<ControlProps, 'parameter' | 'value' | 'onChange'>) {
  const id = useId()
  return (
    <div className="run-param run-param-check">
      <input
        id={id}
        type="checkbox"
        checked={value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'true' : 'false')}
      />
      <label htmlFor={id}>{getLabel(parameter)}</label>
    </div>
  )
}

function ParameterControl(props: ControlProps) {
  const { parameter, value, onChange } = props
  const { type = 'text', properties = {} } = parameter
  switch (type) {
    case 'list':
      return <ListControl {...props} />
    case 'people':
      return <ChoiceControl {...props} relation="people" />
    case 'team':
      return <ChoiceControl {...props} relation="teams" />
    case 'config':
    case 'component':
    case 'check':
      return <ResourceControl {...props} kind={type} />
    case 'code':
      return <CodeControl {...props} />
    case 'secret':
      return <TextControl {...props} kind="password" />
    case 'bytes':
      return <BytesControl {...props} />
    case 'millicores':
      return <MillicoresControl {...props} />
    default:
      break
  }
  if (properties.multiline === true)
    return (
      <textarea
        id={props.id}
        className="bp6-input"
        rows={4}
        aria-describedby={props.describedBy}
        aria-invalid={props.invalid || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (properties.format === 'bytes') return <BytesControl {...props} />
  if (properties.format === 'millicores') return <MillicoresControl {...props} />
  return <TextControl {...props} kind={properties.format === 'password' ? 'password' : 'text'} />
}

const inputModes: Readonly<Record<string, 'decimal' | 'email' | 'url'>> = {
  number: 'decimal',
  email: 'email',
  url: 'url',
}

function TextControl({
  parameter,
  value,
  onChange,
  id,
  describedBy,
  invalid,
  kind,
}: ControlProps & { readonly kind: 'text' | 'password' }) {
  return (
    <input
      id={id}
      className="bp6-input"
      type={kind}
      inputMode={inputModes[parameter.properties?.format ?? ''] ?? 'text'}
      autoComplete={kind === 'password' ? 'new-password' : 'off'}
      spellCheck={false}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function BytesControl({ parameter, value, onChange, id, describedBy, invalid }: ControlProps) {
  const { amount, unit } = splitBytes(value)
  const change = (nextAmount: string, nextUnit: string) => onChange(nextAmount === '' ? '' : `${nextAmount}${nextUnit}`)
  return (
    <div className="run-param-unit">
      <input
        id={id}
        className="bp6-input"
        inputMode="decimal"
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={amount}
        onChange={(event) => change(event.currentTarget.value.trim(), unit)}
      />
      <Select
        label={`Unit of ${getLabel(parameter)}`}
        value={unit}
        options={byteUnits.map((name) => ({ value: name, label: name }))}
        onChange={(next) => change(amount, next)}
      />
    </div>
  )
}

function MillicoresControl({ value, onChange, id, describedBy, invalid }: ControlProps) {
  return (
    <div className="run-param-unit">
      <input
        id={id}
        className="bp6-input"
        inputMode="numeric"
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={value.replace(/m$/, '')}
        onChange={(event) => onChange(formatMillicores(event.currentTarget.value.trim()))}
      />
      <span className="faint">m</span>
    </div>
  )
}

interface Choice {
  readonly value: string
  readonly label: string
}

function Choices({
  value,
  onChange,
  id,
  describedBy,
  invalid,
  choices,
}: ControlProps & { choices: readonly Choice[] }) {
  const isKnown = value === '' || choices.some((choice) => choice.value === value)
  return (
    <div className="bp6-html-select bp6-fill">
      <select
        id={id}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">Choose…</option>
        {isKnown ? null : <option value={value}>{value}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </div>
  )
}

function ListControl(props: ControlProps) {
  const options = props.parameter.properties?.options ?? []
  return (
    <Choices
      {...props}
      choices={options.map(({ label, value }) => ({ value: String(value), label: String(label ?? value) }))}
    />
  )
}

function ChoiceControl({ relation, ...props }: ControlProps & { readonly relation: 'people' | 'teams' }) {
  const { data, error } = useQuery({
    queryKey: ['playbooks', 'choices', relation],
    queryFn: ({ signal }) => loadChoices(relation, signal),
  })
  return (
    <>
      <Choices {...props} choices={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))} />
      {error === null ? null : <span className="field-error">Could not load the options. {error.message}</span>}
    </>
  )
}

function ResourceControl({
  kind,
  parameter,
  value,
  onChange,
}: ControlProps & { readonly kind: 'config' | 'component' | 'check' }) {
  const filter = parameter.properties?.filter
  const search = useCallback(
    (text: string, signal: AbortSignal) => searchResources({ [kind]: filter ?? [] }, text, signal),
    [kind, filter],
  )
  if (value !== '')
    return (
      <span className="run-param-chosen">
        <ResourceName kind={kind} id={value} />
        <Button small onClick={() => onChange('')}>
          Choose another
        </Button>
      </span>
    )
  return <ResourceSelector label={getLabel(parameter)} search={search} onSelect={({ id }) => onChange(id)} />
}

const toEditorLanguage = (language: string | undefined) =>
  language === 'json' ? 'json' : language === undefined || language === 'yaml' ? 'yaml' : 'text'

function CodeControl({ parameter, value, onChange, describedBy }: ControlProps) {
  const { language, jsonSchemaUrl } = parameter.properties ?? {}
  const { schema, check, isReady } = useJsonSchema(jsonSchemaUrl)
  return (
    <CodeEditor
      key={String(isReady)}
      label={getLabel(parameter)}
      language={toEditorLanguage(language)}
      value={value}
      schema={schema}
      check={check}
      describedBy={describedBy}
      onChange={onChange}
    />
  )
}
