import { expect, test } from 'vitest'
import { passkeyOptions } from './passkey-options.ts'

const publicKey = { rp: { id: 'localhost' }, user: { id: 'AA', name: 'Northwind', displayName: 'Northwind' } }
const createData = JSON.stringify({ credentialOptions: { publicKey }, displayNameFieldName: 'traits.email' })

test('names a passkey of a new account after the form', () => {
  const options: unknown = JSON.parse(passkeyOptions(createData, { 'traits.email': ' ada@example.test ' }))
  const user = { id: 'AA', name: 'ada@example.test', displayName: 'ada@example.test' }
  expect(options).toEqual({ publicKey: { ...publicKey, user } })
})

test.each([{}, { 'traits.email': ' ' }])('throws while the form has no account name: %j', (values) => {
  expect(() => passkeyOptions(createData, values)).toThrow('Fill in the fields above first')
})

test('passes the service’s options through for a known account', () => {
  const known = JSON.stringify({ publicKey })
  expect(passkeyOptions(known, {})).toBe(known)
})
