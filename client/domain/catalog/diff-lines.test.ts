import { expect, test } from 'vitest'
import { unifiedDiff } from '#shared/catalog/unified-diff.ts'
import { pairLines, readDiff } from './diff-lines.ts'

const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', '-- k', 'l'].join('\n')
const after = ['a', 'B', 'b2', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'l'].join('\n')

test('numbers lines before and after, from hunk to hunk', () => {
  const lines = readDiff(unifiedDiff(before, after)).map(
    ({ kind, text, before: old, after: now }) => `${kind} ${old ?? '-'} ${now ?? '-'} ${text}`,
  )
  expect(lines).toEqual([
    'place - - @@ -1,5 +1,6 @@',
    'same 1 1 a',
    'gone 2 - b',
    'new - 2 B',
    'new - 3 b2',
    'same 3 4 c',
    'same 4 5 d',
    'same 5 6 e',
    'place - - @@ -8,5 +9,4 @@',
    'same 8 9 h',
    'same 9 10 i',
    'same 10 11 j',
    'gone 11 - -- k',
    'same 12 12 l',
  ])
})

test('returns a text that is no diff unchanged', () => {
  expect(readDiff('-a\nb').map(({ kind, text }) => `${kind} ${text}`)).toEqual(['same -a', 'same b'])
})

test('pairs removed lines with their replacements', () => {
  const pairs = pairLines(readDiff(unifiedDiff(before, after)))
    .filter(({ left, right }) => left !== right)
    .map(({ left, right }) => `${left?.text ?? '·'} | ${right?.text ?? '·'}`)
  expect(pairs).toEqual(['b | B', '· | b2', '-- k | ·'])
})
