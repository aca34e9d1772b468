import { expect, test } from 'vitest'
import { parseBackendAddress, toBackendUrl } from './backend-address.ts'

test('removes /api from the path at the backend [API-01]', () => {
  const address = parseBackendAddress('http://backend.example:8080')
  expect(toBackendUrl(address, '/api/db/checks?id=eq.1')).toBe('http://backend.example:8080/db/checks?id=eq.1')
  expect(toBackendUrl(address, '/api/canary/api/summary')).toBe('http://backend.example:8080/canary/api/summary')
})

test('supports a base path, as of another console', () => {
  expect(toBackendUrl(parseBackendAddress('https://other.example/api'), '/api/db/checks')).toBe(
    'https://other.example/api/db/checks',
  )
})

test('turns user and password of the address into the credential', () => {
  expect(parseBackendAddress('https://token:p%40ss@backend.example')).toEqual({
    origin: 'https://backend.example',
    basePath: '',
    credential: `Basic ${Buffer.from('token:p@ss').toString('base64')}`,
  })
})
