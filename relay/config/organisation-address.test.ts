import { expect, test } from 'vitest'
import { isListedAddress, organisationAddress } from './organisation-address.ts'

test.each([
  ['https://A.example.org/', 'https://a.example.org'],
  ['https://a.example.org:8443/base/', 'https://a.example.org:8443/base'],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['http://a.example.org', null],
  ['https://user:pass@a.example.org', null],
  ['https://a.example.org?x=1', null],
  ['https://a.example.org#x', null],
  ['ftp://a.example.org', null],
  ['javascript:alert(1)', null],
  ['https://*.example.org', null],
  ['a.example.org', null],
  ['', null],
])('normalizes %j to %s', (text, address) => {
  expect(organisationAddress(text)).toBe(address)
})

const patterns = ['https://a.example.org', 'https://*.backends.example.org']
test.each([
  ['https://a.example.org', true],
  ['https://one.backends.example.org', true],
  ['https://backends.example.org', false],
  ['https://two.one.backends.example.org', false],
  ['https://b.example.org', false],
  ['https://a.example.org:444', false],
  ['https://a.example.org/elsewhere', false],
  ['https://one.backends.example.org.evil.test', false],
  ['http://a.example.org', false],
])('checks %s against the list: %s', (address, listed) => {
  expect(isListedAddress(address, patterns)).toBe(listed)
})
