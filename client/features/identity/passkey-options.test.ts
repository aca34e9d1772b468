import { expect, test } from 'vitest'
import { passkeyOptions } from './passkey-options.ts'

const publicKey = { rp: { id: 'localhost' }, user: { id: 'AA', name: 'Northwind', displayName: 'Northwind' } }
const createData = JSON.stringify({ credentialOptions: { publicKey }, displayNameFieldName: 'traits.email' })

test('a passkey of a new person has the name that the form says', () => {
  const options: unknown = JSON.parse(passkeyOptions(createData, { 'traits.email': ' ada@example.test ' }))
  const user = { id: 'AA', name: 'ada@example.test', displayName: 'ada@example.test' }
  expect(options).toEqual({ publicKey: { ...publicKey, user } })
})

test.each([{}, { 'traits.email': ' ' }])('there is none while the form names nobody: %j', (values) => {
  expect(() => passkeyOptions(createData, values)).toThrow('Fill in the fields above first')
})

test('a passkey of somebody who is known has the options of the service', () => {
  const known = JSON.stringify({ publicKey })
  expect(passkeyOptions(known, {})).toBe(known)
})
