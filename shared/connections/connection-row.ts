import { z } from 'zod'
import { toShownText } from '#shared/primitives/to-shown-text.ts'
import { hasSecretReferencePrefix, parseSecretReference } from '#shared/connections/secret-reference.ts'
import { changedColumns } from '#shared/primitives/changed-columns.ts'
import { textOrEmpty } from '#shared/primitives/row-values.ts'
import type { ConnectionField } from './connection-field.ts'
import type { ConnectionType } from './connection-types.ts'
import type { FieldValues } from './notification-address.ts'
import { secretPlaceholder } from './stored-text.ts'

export const connectionRowSchema = z.object({
  id: z.string(),
  name: textOrEmpty,
  namespace: textOrEmpty,
  type: z.string(),
  url: textOrEmpty,
  username: textOrEmpty,
  password: textOrEmpty,
  certificate: textOrEmpty,
  insecure_tls: z
    .boolean()
    .nullish()
    .transform((value) => value ?? false),
  properties: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((value) => value ?? {}),
})
export type ConnectionRow = z.infer<typeof connectionRowSchema>

export const connectionWriteSchema = z
  .object({
    name: z.string(),
    namespace: z.string(),
    type: z.string(),
    url: z.string().nullable(),
    username: z.string().nullable(),
    password: z.string().nullable(),
    certificate: z.string().nullable(),
    insecure_tls: z.boolean(),
    properties: z.record(z.string(), z.unknown()),
  })
  .readonly()
export type ConnectionWrite = z.infer<typeof connectionWriteSchema>

const propertyName = ({ at }: ConnectionField): string | undefined =>
  at?.startsWith('properties.') === true ? at.slice('properties.'.length) : undefined

export const isVisible = ({ when }: ConnectionField, values: FieldValues): boolean =>
  when === undefined || values[when.name] === when.is

export const initialValues = ({ fields }: ConnectionType): FieldValues =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))

const isHidden = (url: string): boolean => url.includes(secretPlaceholder)

export const toFieldValues = ({ fields, readAddress }: ConnectionType, row: ConnectionRow): FieldValues => {
  const stored = (field: ConnectionField): string => {
    const property = propertyName(field)
    if (property !== undefined) return toShownText(row.properties[property]) ?? ''
    // With both a password and a certificate, the certificate belongs to the connection's TLS.
    if (field.at === null) {
      return row.certificate === '' || row.password !== '' ? field.initial : (field.options[1] ?? field.initial)
    }
    if (field.at === 'insecure_tls') return row.insecure_tls ? 'true' : ''
    return field.at === 'url' || field.at === 'username' || field.at === 'password' || field.at === 'certificate'
      ? row[field.at]
      : ''
  }
  const values = Object.fromEntries(fields.map((field) => [field.name, stored(field)]))
  if (readAddress === undefined) return values
  const inAddress = fields.filter(({ at, input }) => at === null && input === 'text').map(({ name }) => name)
  return isHidden(row.url)
    ? { ...values, ...Object.fromEntries(inAddress.map((name) => [name, secretPlaceholder])) }
    : { ...values, ...readAddress(row.url) }
}

export const keepsAddress = (fields: readonly ConnectionField[], values: FieldValues): boolean =>
  fields.some(({ at, name }) => at === null && values[name] === secretPlaceholder)

interface EnteredConnection {
  readonly name: string
  readonly namespace: string
  readonly values: FieldValues
}

/** Stored properties that the type does not know are retained; hidden fields are removed. */
export const toConnectionWrite = (
  { type, fields, address }: ConnectionType,
  { name, namespace, values }: EnteredConnection,
  before: ConnectionRow | null,
): ConnectionWrite => {
  const column = (path: ConnectionField['at']): string | null => {
    const field = fields.find((each) => each.at === path && isVisible(each, values))
    const value = field === undefined ? '' : (values[field.name] ?? '')
    return value === '' ? null : value
  }
  const entered = fields.flatMap((field): [string, string][] => {
    const property = propertyName(field)
    return property === undefined ? [] : [[property, isVisible(field, values) ? (values[field.name] ?? '') : '']]
  })
  const cleared = new Set(entered.flatMap(([property, value]) => (value === '' ? [property] : [])))
  const properties = Object.entries({ ...before?.properties, ...Object.fromEntries(entered) })
  return {
    name,
    namespace,
    type,
    url: address === undefined ? column('url') : keepsAddress(fields, values) ? (before?.url ?? null) : address(values),
    username: column('username'),
    password: column('password'),
    certificate: column('certificate'),
    insecure_tls: values['insecure_tls'] === 'true',
    properties: Object.fromEntries(properties.filter(([property]) => !cleared.has(property))),
  }
}

/** Columns to write. `stored` may be masked. */
export const diffConnection = (
  type: ConnectionType,
  edit: { readonly initial: EnteredConnection; readonly entered: EnteredConnection },
  stored: ConnectionRow,
): Partial<ConnectionWrite> =>
  changedColumns(toConnectionWrite(type, edit.initial, stored), toConnectionWrite(type, edit.entered, stored))

export const validateFields = ({ fields }: ConnectionType, values: FieldValues): Readonly<Record<string, string>> => {
  const errors: Record<string, string> = {}
  for (const field of fields) {
    if (!isVisible(field, values)) continue
    const value = (values[field.name] ?? '').trim()
    const error = validateField(field, value)
    if (error !== undefined) errors[field.name] = error
  }
  return errors
}

const validateField = ({ input, options, label, isRequired }: ConnectionField, value: string): string | undefined => {
  if (value === '') return isRequired ? `${label} is required.` : undefined
  if (input === 'port' && !(/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535)) {
    return 'A port must be a number from 1 to 65535.'
  }
  if (input === 'choice' && !options.includes(value)) return `${label} must be one of ${options.join(', ')}.`
  const isIncomplete = hasSecretReferencePrefix(value) && parseSecretReference(value) === undefined
  if ((input === 'secret' || input === 'document') && isIncomplete) return 'Enter both the name and the key.'
  return undefined
}
