import { expect, test } from 'vitest'
import { shortenLink, splitLinks } from './split-links.ts'

test.each([
  ['https://ops.example.org/runs', 'ops.example.org/runs'],
  ['https://ops.example.org/message?link=abc', 'ops.example.org/message…'],
  [`https://ops.example.org/${'a'.repeat(60)}`, `ops.example.org/${'a'.repeat(24)}…`],
  [`https://bank.example.${'a'.repeat(60)}@other.example.org/a`, 'other.example.org/a'],
])('%s is shown as %s', (href, shown) => {
  expect(shortenLink(href)).toBe(shown)
})

test('a link ends before the punctuation of its sentence', () => {
  expect(splitLinks('See https://ops.example.org/a, or javascript:alert(1).')).toEqual([
    { text: 'See ' },
    { text: 'https://ops.example.org/a', href: 'https://ops.example.org/a' },
    { text: ', or javascript:alert(1).' },
  ])
})
