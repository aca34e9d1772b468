import { expect, test } from 'vitest'
import { diffConnection, connectionRowSchema, toFieldValues } from '#shared/connections/connection-row.ts'
import { findConnectionType } from '#shared/connections/connection-types.ts'
import { connectionSchema, hasPassword } from './connection-form.ts'

const empty = { name: '', namespace: 'default', values: {} }

test('requires name, namespace and the type’s required fields [SET-64,SET-65,UI-52]', () => {
  const type = findConnectionType('http')
  if (type === undefined) throw new Error('no type')
  const { error } = connectionSchema(type, empty).safeParse({ name: ' ', namespace: '', values: { url: '' } })
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'name: This field is required',
    'namespace: This field is required',
    'values.url: URL is required.',
  ])
})

test.each([
  ['postgres://ann:pa55@db/x', true],
  ['https://:token@host/', true],
  ['postgres://$(username):$(password)@db/x', false],
  ['postgres://ann:***@db/x', false],
  ['https://host:8080/path', false],
  ['ann@host', false],
])('%s contains a password: %s', (address, holds) => {
  expect(hasPassword(address)).toBe(holds)
})

test('keeps a hidden address until a related field changes, then requires it again', () => {
  const type = findConnectionType('generic_webhook')
  if (type === undefined) throw new Error('no type')
  const row = connectionRowSchema.parse({
    id: 'c',
    name: 'hook',
    namespace: 'default',
    type: 'generic_webhook',
    url: '***',
    properties: { requestMethod: 'POST', contentType: 'application/json', key: 'message', titleKey: 'title' },
  })
  const initial = { name: 'hook', namespace: 'default', values: toFieldValues(type, row) }
  const renamed = { ...initial, name: 'webhook' }
  expect(connectionSchema(type, initial).safeParse(renamed).success).toBe(true)
  expect(diffConnection(type, { initial, entered: renamed }, row)).toEqual({ name: 'webhook' })
  const asGet = { ...initial, values: { ...initial.values, requestMethod: 'GET' } }
  expect(
    connectionSchema(type, initial)
      .safeParse(asGet)
      .error?.issues.map(({ path }) => path.join('.')),
  ).toEqual(['values.webhook'])
})
