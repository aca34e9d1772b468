import { expect, test } from 'vitest'
import { storableText } from './storable-text.ts'

test.each([
  ['plain \u{1f600}', 'plain \u{1f600}'],
  ['zero \0 name', 'zero \ufffd name'],
  ['half \ud83d', 'half \ufffd'],
  ['\ude00\ud83d', '\ufffd\ufffd'],
  ['\ud83d\ud83d\ude00', '\ufffd\u{1f600}'],
])('%j is stored as %j', (text, stored) => {
  expect(storableText(text)).toBe(stored)
  expect(storableText(stored)).toBe(stored)
})
