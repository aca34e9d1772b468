import { expect, test } from 'vitest'
import { ownPath } from './own-path.ts'

const origin = 'https://console.example.org'

test.each([
  ['/health?x=1#top', '/health?x=1#top'],
  ['/', '/'],
  ['https://console.example.org/catalog', '/catalog'],
])('%s is within the console', (address, path) => {
  expect(ownPath(address, origin)).toBe(path)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://console.example.org//evil.example',
  'https://console.example.org.evil.example/x',
  'https://console.example.org@evil.example/x',
  'https://evil.example/',
  'javascript:alert(1)',
  'health',
  '',
  null,
  undefined,
])('%s is not', (address) => {
  expect(ownPath(address, origin)).toBeNull()
})
