import { isMap } from '#shared/primitives/is-map.ts'
import { toText } from '#shared/primitives/to-text.ts'
import { valueAt } from '#shared/primitives/value-at.ts'
import type { JsonSchema } from '#client/ui/editor/schema-fields.ts'
import { OptionSelect } from '#client/ui/form/option-select.tsx'
import { Segmented } from '#client/ui/form/segmented.tsx'
import { Field } from '#client/ui/form/field.tsx'
import { SpecField } from './spec-field.tsx'
import { listFields, toFieldPath, type FormField } from './spec-forms.ts'
import type { SpecType } from './spec-types.ts'

interface EntryFormProps {
  readonly type: SpecType
  readonly entry: Readonly<Record<string, unknown>>
  readonly schema: JsonSchema | undefined
  readonly findError: (name: string) => string | undefined
  readonly isSubmitted: boolean
  /** Writes several fields at once; undefined removes a field. */
  readonly onChange: (fields: Readonly<Record<string, unknown>>) => void
}

/** Fields of the entry without a form control stay unchanged and are listed by name. */
export function EntryForm({ type, entry, schema, ...rest }: EntryFormProps) {
  const fields = listFields(type, schema)
  const shown = new Set(
    fields
      .map(({ name }) => String(toFieldPath(name)[0]))
      .concat('templateBody', ...remoteKinds.map(({ value }) => value)),
  )
  const others = Object.keys(entry).filter((key) => !shown.has(key))
  return (
    <>
      {fields.map((field) => (
        <EntryField key={field.name} field={field} entry={entry} {...rest} />
      ))}
      {others.length === 0 ? null : <p className="faint">{`Editable only as code: ${others.join(', ')}.`}</p>}
    </>
  )
}

type EntryFieldProps = Omit<EntryFormProps, 'type' | 'schema'> & { readonly field: FormField }

function EntryField({ field, entry, findError, isSubmitted, onChange }: EntryFieldProps) {
  const { name, kind } = field
  if (kind === 'body') return <BodyField entry={entry} onChange={onChange} />
  if (kind === 'remote') return <RemoteField entry={entry} onChange={onChange} />
  return (
    <SpecField
      field={field}
      value={valueAt(entry, toFieldPath(name))}
      validationError={findError(name)}
      isSubmitted={isSubmitted}
      onChange={(value) => onChange({ [name]: value })}
    />
  )
}

const bodyKinds = [
  { value: 'text', label: 'Text' },
  { value: 'template', label: 'Go Template' },
] as const

function BodyField({ entry, onChange }: Pick<EntryFieldProps, 'entry' | 'onChange'>) {
  const { method = 'GET', body, templateBody } = entry
  if (method === 'GET' || method === 'DELETE') return null
  return (
    <Field label="Body">
      {({ id }) => (
        <>
          <div>
            <Segmented
              label="Body type"
              value={templateBody === true ? 'template' : 'text'}
              options={bodyKinds}
              onChange={(kind) => onChange({ templateBody: kind === 'template' ? true : undefined })}
            />
          </div>
          <textarea
            id={id}
            className="bp6-input mono"
            rows={4}
            value={toText(body)}
            onChange={({ currentTarget }) => onChange({ body: currentTarget.value || undefined })}
          />
        </>
      )}
    </Field>
  )
}

const remoteKinds = [
  { value: 'awsConnection', label: 'AWS' },
  { value: 'gcpConnection', label: 'GCP' },
  { value: 'sftpConnection', label: 'SFTP' },
  { value: 'smbConnection', label: 'SMB' },
] as const

function RemoteField({ entry, onChange }: Pick<EntryFieldProps, 'entry' | 'onChange'>) {
  const chosen = remoteKinds.find(({ value }) => isMap(entry[value]))
  const at = chosen === undefined ? undefined : entry[chosen.value]
  const connection = isMap(at) ? at['connection'] : undefined
  const choose = (next: string) => {
    const others = remoteKinds.map(({ value }) => [value, undefined] as const)
    const reference = { connection: toText(connection) }
    onChange({ ...Object.fromEntries(others), ...(next !== '' && { [next]: reference }) })
  }
  return (
    <Field label="Connection" help="Location of the folder, unless it is on this machine">
      {({ id, describedBy }) => (
        <span className="spec-source">
          <OptionSelect
            id={id}
            aria-describedby={describedBy}
            none="This machine"
            options={remoteKinds}
            value={chosen?.value ?? ''}
            onChange={choose}
          />
          {chosen === undefined ? null : (
            <input
              className="bp6-input"
              aria-label="Connection name"
              placeholder="connection://namespace/name"
              value={toText(connection)}
              onChange={({ currentTarget }) => onChange({ [chosen.value]: { connection: currentTarget.value } })}
            />
          )}
        </span>
      )}
    </Field>
  )
}
