import { expect, test } from 'vitest'
import { z } from 'zod'
import { changeSecrets, secretsIn } from './change-secrets.ts'
import { secret } from './secret-marks.ts'

const masked = (value: unknown) => changeSecrets(value, () => '***')

test('finds secrets by names of fields, variables and headers, and inside texts', () => {
  const spec = {
    http: [
      {
        url: 'http://ann:hunter1@host/',
        password: 'hunter2',
        bearer: { value: 'hunter3' },
        headers: [
          { name: 'Authorization', value: 'Bearer hunter4' },
          { name: 'Accept', value: 'text/html' },
        ],
        authentication: { username: 'ann', password: { valueFrom: { secretKeyRef: { name: 'a', key: 'password' } } } },
        body: '{"password":"hunter5"}',
      },
    ],
    env: [{ name: 'API_TOKEN', value: 123_456 }],
    token: 'secret://name/key',
    secret: '$(password)',
    parameters: [{ name: 'pin', type: 'secret', default: 'hunter6' }],
  }
  expect(masked(spec)).toEqual({
    http: [
      {
        url: 'http://ann:***@host/',
        password: '***',
        bearer: { value: '***' },
        headers: [
          { name: 'Authorization', value: '***' },
          { name: 'Accept', value: 'text/html' },
        ],
        authentication: { username: 'ann', password: { valueFrom: { secretKeyRef: { name: 'a', key: 'password' } } } },
        body: '{"password":"***"}',
      },
    ],
    env: [{ name: 'API_TOKEN', value: '***' }],
    token: 'secret://name/key',
    secret: '$(password)',
    parameters: [{ name: 'pin', type: 'secret', default: '***' }],
  })
  expect(secretsIn(spec).sort()).toEqual([
    '123456',
    'Bearer hunter4',
    'hunter1',
    'hunter2',
    'hunter3',
    'hunter5',
    'hunter6',
  ])
})

test('finds secrets declared by a schema, at any depth', () => {
  const schema = z.object({
    checks: z.array(z.strictObject({ pin: secret(z.union([z.string(), z.object({ value: z.string() })])).optional() })),
    codes: z.record(z.string(), secret(z.string())).nullable(),
  })
  const value = { checks: [{ pin: 'a1' }, { pin: { value: 'a2' } }], codes: { x: 'a3' }, pin: 'no' }
  expect(secretsIn(value, { schemas: [schema] })).toEqual(['a1', 'a2', 'a3'])
  expect(secretsIn(value)).toEqual([])
})

test('matches a secret with the value at the same path in the stored version', () => {
  const stored = {
    http: [
      { name: 'a', url: 'http://ann:A@host/', password: 'B' },
      { name: 'b', password: 'C' },
      { name: 'c', password: 'D' },
    ],
  }
  const input = {
    http: [
      { name: 'new', password: '***' },
      { name: 'b', password: '***' },
      { name: 'a', url: 'http://ann:***@host/other', password: '***', token: '***' },
      { name: 'elsewhere', url: 'http://ann:***@evil/' },
    ],
  }
  const found: unknown[] = []
  changeSecrets(
    input,
    ({ text, stored: other, path }) => {
      found.push([path.join('.'), other])
      return text
    },
    { stored },
  )
  expect(found).toEqual([
    ['http.0.password', undefined],
    ['http.1.password', 'C'],
    ['http.2.url', 'A'],
    ['http.2.password', 'B'],
    ['http.2.token', undefined],
    ['http.3.url', undefined],
  ])
})

test('matches a renamed list member by its index', () => {
  const found: unknown[] = []
  const input = [
    { name: 'a', token: '***' },
    { name: 'renamed', token: '***' },
  ]
  const stored = [
    { name: 'a', token: 'A' },
    { name: 'b', token: 'B' },
  ]
  changeSecrets(input, ({ text, stored: other }) => (found.push(other), text), { stored })
  expect(found).toEqual(['A', 'B'])
})
