import { expect, test } from 'vitest'
import { matchesText } from './line-matches.ts'

const line = { timestamp: '', message: 'Disk FULL on node-1', labels: { pod: 'a', zone: '' } }

test.each([
  [{ labels: {}, text: '' }, true],
  [{ labels: {}, text: 'full' }, true],
  [{ labels: {}, text: 'FULL on' }, true],
  [{ labels: {}, text: 'empty' }, false],
  [{ labels: { pod: 'a' }, text: 'full' }, true],
  [{ labels: { pod: 'b' }, text: 'full' }, false],
  [{ labels: { pod: 'a', host: 'x' }, text: '' }, false],
  [{ labels: { host: '' }, text: '' }, false],
  [{ labels: {}, text: 'full', pattern: () => false }, false],
  [{ labels: {}, text: 'empty', pattern: (message: string) => message.startsWith('Disk') }, true],
])('case %#: a line matches text, pattern and labels', (filter, expected) => {
  expect(matchesText(filter)(line)).toBe(expected)
})
