import { expect, test } from 'vitest'
import { unifiedDiff } from './unified-diff.ts'

test('shows a difference with three lines of context, and joins near ones in one hunk', () => {
  const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\n')
  expect(unifiedDiff(before, before.replace('e', 'E').replace('h', 'h\ni'))).toBe(
    ['--- before', '+++ after', '@@ -2,7 +2,8 @@', ' b', ' c', ' d', '-e', '+E', ' f', ' g', ' h', '+i', ''].join('\n'),
  )
  expect(unifiedDiff('x', 'y')).toBe('--- before\n+++ after\n@@ -1 +1 @@\n-x\n+y\n')
  expect(unifiedDiff(before, before)).toBe('')
})

test('puts distant differences in separate hunks with their line numbers', () => {
  const before = Array.from({ length: 30 }, (_, line) => `line ${line + 1}`)
  const after = before.with(1, 'two').toSpliced(25, 1)
  const diff = unifiedDiff(before.join('\n'), after.join('\n'))
  expect(diff.match(/^@@.*@@$/gm)).toEqual(['@@ -1,5 +1,5 @@', '@@ -23,7 +23,6 @@'])
})
