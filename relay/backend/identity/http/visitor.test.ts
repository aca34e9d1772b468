import { expect, test } from 'vitest'
import { returnAddress } from './visitor.ts'

const origin = 'https://console.example.org'

test.each([
  ['/topology', 'https://console.example.org/topology'],
  ['health?x=1#y', 'https://console.example.org/health?x=1#y'],
  ['https://console.example.org', 'https://console.example.org/'],
  ['HTTPS://CONSOLE.EXAMPLE.ORG:443/x', 'https://console.example.org/x'],
  ['/a/../b', 'https://console.example.org/b'],
])('resolves %j to %j', (text, expected) => {
  expect(returnAddress(text, origin)).toBe(expected)
})

test.each([
  'http://console.example.org/',
  'https://console.example.org:8443/',
  'https://console.example.org.evil.example/',
  'https://console.example.org@evil.example/',
  'https://me:secret@console.example.org/',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\t//evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'https://',
  `/${'x'.repeat(5_000)}`,
])('rejects %j', (text) => {
  expect(returnAddress(text, origin)).toBeUndefined()
})
