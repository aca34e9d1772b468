import { expect, test } from 'vitest'
import { readLineLink, writeLineLink } from './line-link.ts'

test.each([
  ['#L120', { from: 120, to: 120 }],
  ['#L120-130', { from: 120, to: 130 }],
  ['#L130-L120', { from: 120, to: 130 }],
  ['#L0', null],
  ['#L', null],
  ['#section', null],
  ['', null],
])('%s links to %j', (hash, lines) => {
  expect(readLineLink(hash)).toEqual(lines)
})

test('a link round-trips', () => {
  for (const lines of [
    { from: 1, to: 1 },
    { from: 7, to: 9 },
  ]) {
    expect(readLineLink(writeLineLink(lines))).toEqual(lines)
  }
})
