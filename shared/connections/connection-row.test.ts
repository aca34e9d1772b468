import { expect, test } from 'vitest'
import {
  connectionRowSchema,
  diffConnection,
  initialValues,
  isVisible,
  toConnectionWrite,
  toFieldValues,
  type ConnectionRow,
} from './connection-row.ts'
import type { ConnectionField } from './connection-field.ts'
import { connectionTypes, type ConnectionType } from './connection-types.ts'
import { secretPlaceholder } from './stored-text.ts'

const secretColumns = ['username', 'password', 'certificate'] as const

const fillField = ({ input, options, name }: ConnectionField): string =>
  input === 'choice' ? (options[0] ?? '') : input === 'switch' ? 'true' : input === 'port' ? '8443' : `stored-${name}`

const change = ({ input, options, name }: ConnectionField, value: string): string =>
  input === 'choice'
    ? (options.find((option) => option !== value) ?? value)
    : input === 'switch'
      ? ''
      : input === 'port'
        ? '9443'
        : `changed-${name}`

/** A row with a value in every column, also in those that the type's form has no field for. */
const buildStored = (type: ConnectionType): ConnectionRow => {
  const values = {
    ...initialValues(type),
    ...Object.fromEntries(type.fields.map((field) => [field.name, fillField(field)])),
  }
  const written = toConnectionWrite(type, { name: 'one', namespace: 'payments', values }, null)
  const kept = { username: 'kept', password: 'kept', certificate: 'kept', url: 'https://kept.example' }
  const filled = Object.entries(kept).map(([column, value]) => [column, Reflect.get(written, column) ?? value])
  return connectionRowSchema.parse({
    ...written,
    ...Object.fromEntries(filled),
    id: 'c',
    insecure_tls: true,
    properties: { ...written.properties, of_others: '', limits: { perMinute: 3 } },
  })
}

/** Production's view, and a database that takes the placeholder for "unchanged". */
const mask = (row: ConnectionRow): ConnectionRow => ({
  ...row,
  ...Object.fromEntries(secretColumns.map((column) => [column, secretPlaceholder])),
})
const applyPatch = (row: ConnectionRow, patch: object): ConnectionRow => ({
  ...row,
  ...Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== secretPlaceholder)),
})

const fields = connectionTypes.flatMap((type) =>
  type.fields.map((field) => [type.type, field.name, type, field] as const),
)

test.each(fields)('an edit of %s that changes %s leaves every other column as it was', (_, name, type, field) => {
  const stored = buildStored(type)
  const initial = { name: 'one', namespace: 'payments', values: toFieldValues(type, mask(stored)) }
  if (!isVisible(field, initial.values)) return
  const values = { ...initial.values, [name]: change(field, initial.values[name] ?? '') }
  const patch = diffConnection(type, { initial, entered: { ...initial, values } }, mask(stored))
  const after = applyPatch(stored, patch)
  const touched = new Set(Object.keys(patch))
  if (field.at === null) return
  const column = field.at.startsWith('properties.') ? 'properties' : field.at
  // The address of a notification service is built from the other fields.
  const built = type.address === undefined ? [] : ['url']
  expect([...touched].filter((each) => !built.includes(each))).toEqual([column].filter((each) => !built.includes(each)))
  expect({ ...after, [column]: null, url: null }).toEqual({ ...stored, [column]: null, url: null })
  expect(after.properties).toMatchObject({ of_others: '', limits: { perMinute: 3 } })
})

test.each(connectionTypes.map((type) => [type.type, type] as const))(
  'a new namespace of %s changes nothing else',
  (_, type) => {
    for (const secrets of [{}, { username: null, password: null, certificate: null }]) {
      const stored = connectionRowSchema.parse({ ...buildStored(type), ...secrets })
      const initial = { name: 'one', namespace: 'payments', values: toFieldValues(type, mask(stored)) }
      const entered = { ...initial, namespace: 'orders' }
      expect(diffConnection(type, { initial, entered }, mask(stored))).toEqual({ namespace: 'orders' })
    }
  },
)

test('a repository with a user and a password opens as Basic, also where every secret is masked', () => {
  const type = connectionTypes.find((each) => each.type === 'git')
  if (type === undefined) throw new Error('git is missing')
  const row = { id: 'c', name: 'repo', type: 'git', url: 'https://git.example/x' }
  const read = (secrets: object) =>
    toFieldValues(type, connectionRowSchema.parse({ ...row, ...secrets }))['authentication']
  expect(read({ username: '***', password: '***', certificate: '***' })).toBe('Basic')
  expect(read({ username: '***', password: '***' })).toBe('Basic')
  expect(read({ certificate: '***' })).toBe('SSH')
  expect(read({ username: 'git', certificate: '***' })).toBe('SSH')
})
