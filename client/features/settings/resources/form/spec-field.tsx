import { useId, useState } from 'react'
import { toShownText } from '#shared/primitives/to-shown-text.ts'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { Switch } from '#client/ui/form/switch.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { SourceInput, SourcesInput } from './source-inputs.tsx'
import type { FormField } from './spec-forms.ts'

interface SpecFieldProps {
  readonly field: FormField
  readonly value: unknown
  readonly validationError: string | undefined
  readonly isSubmitted: boolean
  readonly onChange: (value: unknown) => void
}

const toText = (value: unknown): string => toShownText(value) ?? ''
const emptyToUndefined = (text: string) => (text === '' ? undefined : text)
const parseNumber = (text: string) =>
  /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/.test(text) ? Number(text) : emptyToUndefined(text)

export function SpecField({ field, value, validationError, isSubmitted, onChange }: SpecFieldProps) {
  const [isLeft, setLeft] = useState(false)
  const error = isSubmitted || isLeft || (value !== undefined && value !== '') ? validationError : undefined
  const { kind, label, required, help, initial } = field
  if (kind === 'switch')
    return (
      <div className="field">
        <Switch label={label} checked={value === true} onChange={(on) => onChange(on ? true : undefined)} />
        {help === undefined ? null : <div className="field-help">{help}</div>}
      </div>
    )
  return (
    <div onBlur={() => setLeft(true)} className="spec-field" data-kind={kind}>
      {kind === 'source' || kind === 'sources' || kind === 'expression' ? (
        <GroupField field={field} value={value} error={error} onChange={onChange} />
      ) : (
        <Field label={required ? `${label} *` : label} help={help} error={error}>
          {({ id, describedBy }) => (
            <Control
              field={field}
              value={value}
              common={{
                id,
                'aria-describedby': describedBy,
                'aria-invalid': validationError !== undefined,
                'aria-required': required,
                placeholder: initial ?? '',
              }}
              onChange={onChange}
            />
          )}
        </Field>
      )}
    </div>
  )
}

interface ControlProps extends Pick<SpecFieldProps, 'field' | 'value' | 'onChange'> {
  readonly common: {
    readonly id: string
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': boolean
    readonly 'aria-required': boolean
    readonly placeholder: string
  }
}

function Control({ field, value, common, onChange }: ControlProps) {
  const { kind, options, initial } = field
  if (kind === 'choice') {
    const { id, 'aria-describedby': describedBy, 'aria-invalid': invalid } = common
    return (
      <OptionSelect
        id={id}
        aria-describedby={describedBy}
        aria-invalid={invalid}
        none={initial === undefined ? 'None' : `${initial} (default)`}
        options={options.map((option) => ({ value: option, label: option }))}
        value={toText(value)}
        onChange={(next) => onChange(emptyToUndefined(next))}
      />
    )
  }
  if (kind === 'text' || kind === 'words') {
    const lines = Array.isArray(value) ? value.map(toText).join('\n') : toText(value)
    return (
      <textarea
        {...common}
        className="bp6-input mono"
        rows={kind === 'words' ? 2 : 4}
        value={lines}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.value === ''
              ? undefined
              : kind === 'words'
                ? currentTarget.value.split('\n')
                : currentTarget.value,
          )
        }
      />
    )
  }
  if (kind === 'codes') return <CodesInput value={value} common={common} onChange={onChange} />
  return (
    <input
      {...common}
      className="bp6-input"
      autoComplete="off"
      inputMode={kind === 'number' ? 'numeric' : 'text'}
      value={toText(value)}
      onChange={({ currentTarget: { value: typed } }) =>
        onChange(kind === 'number' ? parseNumber(typed) : emptyToUndefined(typed))
      }
    />
  )
}

const statusCodes = [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503]

function CodesInput({ value, common, onChange }: Pick<ControlProps, 'value' | 'common' | 'onChange'>) {
  const chosen: readonly unknown[] = Array.isArray(value) ? value : []
  const others = chosen.filter((code): code is number => typeof code === 'number' && !statusCodes.includes(code))
  const toggle = (code: number) => {
    const next = chosen.includes(code) ? chosen.filter((each) => each !== code) : [...chosen, code]
    onChange(next.length === 0 ? undefined : next)
  }
  return (
    <fieldset
      id={common.id}
      className="spec-codes"
      aria-describedby={common['aria-describedby']}
      aria-label="Response codes"
    >
      {[...statusCodes, ...others].map((code) => (
        <label key={code}>
          <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code)} /> {code}
        </label>
      ))}
    </fieldset>
  )
}

const scriptKinds = [
  { value: 'none', label: 'None' },
  { value: 'template', label: 'Go Template' },
  { value: 'javascript', label: 'Javascript' },
  { value: 'expr', label: 'Expr' },
  { value: 'jsonPath', label: 'JSONPath' },
] as const
type ScriptKind = (typeof scriptKinds)[number]['value']

const readScript = (value: unknown): { readonly kind: ScriptKind; readonly source: string } => {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  for (const [key, source] of entries) {
    const language = key === 'jsonpath' ? 'jsonPath' : key
    const known = scriptKinds.find((kind) => kind.value === language)
    if (known !== undefined) return { kind: known.value, source: toText(source) }
  }
  return { kind: 'none', source: '' }
}

interface GroupFieldProps extends Pick<SpecFieldProps, 'field' | 'value' | 'onChange'> {
  readonly error: string | undefined
}

function GroupField({ field, value, error, onChange }: GroupFieldProps) {
  const { label, kind, required } = field
  return (
    <Field label={required ? `${label} *` : label} error={error}>
      {({ id, describedBy }) =>
        kind === 'source' ? (
          <SourceInput id={id} label={label} describedBy={describedBy} value={value} onChange={onChange} />
        ) : kind === 'sources' ? (
          <SourcesInput id={id} label={label} value={value} onChange={onChange} />
        ) : (
          <ExpressionInput id={id} label={label} describedBy={describedBy} value={value} onChange={onChange} />
        )
      }
    </Field>
  )
}

interface ExpressionInputProps {
  readonly id: string
  readonly label: string
  readonly describedBy: string | undefined
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

function ExpressionInput({ id, label, describedBy, value, onChange }: ExpressionInputProps) {
  const written = readScript(value)
  const [picked, setPicked] = useState<ScriptKind | null>(null)
  const kind = written.kind === 'none' ? (picked ?? 'none') : written.kind
  const kindsId = useId()
  return (
    <>
      <div id={kindsId}>
        <Segmented
          label={`${label} language`}
          value={kind}
          options={scriptKinds}
          onChange={(next) => {
            setPicked(next)
            onChange(next === 'none' || written.source === '' ? undefined : { [next]: written.source })
          }}
        />
      </div>
      {kind === 'none' ? null : (
        <textarea
          id={id}
          aria-describedby={describedBy}
          className="bp6-input mono"
          rows={2}
          value={written.source}
          onChange={({ currentTarget }) =>
            onChange(currentTarget.value === '' ? undefined : { [kind]: currentTarget.value })
          }
        />
      )}
    </>
  )
}
