import { expect, test } from 'vitest'
import { baseUrlIn, identityBaseUrl } from './public-address.ts'

test.each([
  ['http://localhost:4600/api/.ory/self-service/login?flow=f', 'http://localhost:4600/api/.ory/'],
  ['http://127.0.0.1:4433/self-service/settings?flow=f', 'http://127.0.0.1:4433/'],
  ['https://id.example/self-service/self-service/login?flow=f', 'https://id.example/'],
  ['/x', null],
  ['javascript:self-service/login', null],
])('derives the service of the form action %s as %s', (action, base) => {
  expect(baseUrlIn(action)).toBe(base)
})

test.each(['https://console.example.org', 'https://console.example.org/'])('the service is below %s', (url) => {
  expect(identityBaseUrl(url)).toBe('https://console.example.org/api/.ory/')
})
