import { z } from 'zod'
import { formatSecretReference, parseSecretReference } from '#shared/connections/secret-reference.ts'
import { booleanField, scalar } from '#shared/primitives/document-scalars.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { nearest } from '#shared/primitives/nearest.ts'

const named = z.union([z.string(), z.strictObject({ name: z.string(), key: z.string() })])
const keyRef = z.strictObject({ name: z.string().min(1), key: z.string().min(1), optional: booleanField.nullish() })
const valueFrom = z.strictObject({
  secretKeyRef: keyRef.nullish(),
  configMapKeyRef: keyRef.nullish(),
  helmRef: keyRef.nullish(),
  serviceAccount: z.string().min(1).nullish(),
})

/** Text, `{value}` or `{valueFrom}`, and lists of these where one text holds several values. */
const sourceSchema = z.union([
  scalar,
  z.strictObject({ name: z.string().nullish(), value: scalar.nullish(), valueFrom: valueFrom.nullish() }),
])
export const sourcedTextSchema = z.union([sourceSchema, z.array(z.union([scalar, named]))]).nullish()

const describeSource = (value: unknown): string | undefined => {
  if (!isMap(value)) return 'must be text, {value} or {valueFrom}'
  const keys = ['name', 'value', 'valueFrom']
  const unknown = Object.keys(value).find((key) => !keys.includes(key))
  // `password: {hunter2}` is a map whose key is the secret.
  if (unknown !== undefined && nearest(unknown, keys) === undefined)
    return 'must be text, {value} or {valueFrom}, got other keys'
  if (unknown !== undefined) return `must be text, {value} or {valueFrom}, got the key "${unknown}"`
  return 'valueFrom must be one of secretKeyRef and configMapKeyRef {name, key}, helmRef {name, key} and serviceAccount'
}

const fromReference = ({ secretKeyRef, configMapKeyRef, helmRef, serviceAccount }: z.infer<typeof valueFrom>) => {
  const refs = [
    ...(secretKeyRef == null ? [] : [formatSecretReference({ ...secretKeyRef, kind: 'secret' })]),
    ...(configMapKeyRef == null ? [] : [formatSecretReference({ ...configMapKeyRef, kind: 'configmap' })]),
    ...(helmRef == null ? [] : [formatSecretReference({ ...helmRef, kind: 'helm' })]),
    ...(serviceAccount == null ? [] : [formatSecretReference({ kind: 'serviceaccount', name: serviceAccount })]),
  ]
  return refs.length === 1 ? refs[0] : undefined
}

type Read = { readonly text: string } | { readonly error: string }

/** Stored as one string: plain text or an address such as `secret://name/key`. Empty for null. */
export const readSourcedText = (value: unknown): Read => {
  if (value == null) return { text: '' }
  const { data, error } = sourcedTextSchema.safeParse(value)
  if (error !== undefined) return { error: describeSource(value) ?? '' }
  if (Array.isArray(data)) return { text: data.map(String).join(',') }
  if (typeof data !== 'object' || data === null) return { text: String(data ?? '') }
  if (data.valueFrom != null) {
    if (data.value != null && data.value !== '') return { error: 'must have either value or valueFrom' }
    const reference = fromReference(data.valueFrom)
    return reference === undefined ? { error: describeSource(value) ?? '' } : { text: reference }
  }
  return { text: String(data.value ?? '') }
}

const refKeys = { secret: 'secretKeyRef', configmap: 'configMapKeyRef', helm: 'helmRef' } as const

export const writeSourcedText = (text: string): Readonly<Record<string, unknown>> => {
  const reference = parseSecretReference(text)
  if (reference === undefined) return { value: text }
  if (reference.kind === 'serviceaccount') return { valueFrom: { serviceAccount: reference.name } }
  const { kind, name, key } = reference
  return { valueFrom: { [refKeys[kind]]: { name, key } } }
}
