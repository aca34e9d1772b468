import { expect, test } from 'vitest'
import { connectionTypeOf } from '#shared/connections/connection-types.ts'
import { connectionSchema, hasPassword } from './connection-form.ts'

test('name and namespace are required, and so is what the type asks for [SET-64,SET-65]', () => {
  const type = connectionTypeOf('http')
  if (type === undefined) throw new Error('no type')
  const { error } = connectionSchema(type).safeParse({ name: ' ', namespace: '', values: { url: '' } })
  expect(error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'name: Name is required.',
    'namespace: Namespace is required.',
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
])('%s holds a password: %s', (address, holds) => {
  expect(hasPassword(address)).toBe(holds)
})
