import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines, unifiedDiff } from './unified-diff.ts'

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

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })

test('same and removed lines form the old text, same and added lines the new one', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before.join('\n'), after.join('\n'))
      const without = (kind: string) => diff.filter((line) => line.kind !== kind).map(({ text }) => text)
      expect([without('new').join('\n'), without('gone').join('\n')]).toEqual([before.join('\n'), after.join('\n')])
    }),
  )
})

test('finds a minimal diff', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const unchangedCount = diffLines(before.join('\n'), after.join('\n')).filter(({ kind }) => kind === 'same').length
      expect(unchangedCount).toBe(longestCommon(before.join('\n').split('\n'), after.join('\n').split('\n')))
    }),
  )
})

test('texts that differ in more than a thousand lines differ in one block', () => {
  const [before, after] = ['old', 'new'].map((prefix) => Array.from({ length: 2_000 }, (_, at) => `${prefix} ${at}`))
  const diff = diffLines(['top', ...(before ?? []), 'end'].join('\n'), ['top', ...(after ?? []), 'end'].join('\n'))
  expect(diff.filter(({ kind }) => kind === 'same').map(({ text }) => text)).toEqual(['top', 'end'])
  expect(diff.length).toBe(4_002)
})

/** Textbook longest common subsequence, as the reference. */
const longestCommon = (before: readonly string[], after: readonly string[]): number => {
  let row = Array.from({ length: after.length + 1 }, () => 0)
  for (const one of before) {
    const next = [0]
    for (const [at, other] of after.entries())
      next.push(one === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0))
    row = next
  }
  return row.at(-1) ?? 0
}
