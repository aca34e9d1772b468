import fc from 'fast-check'
import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 })

test('same and removed lines form the old text, same and added lines the new one', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const diff = diffLines(before, after)
      const without = (kind: string) => diff.filter((line) => line.kind !== kind).map(({ text }) => text)
      expect([without('new'), without('gone')]).toEqual([before, after])
    }),
  )
})

test('finds a minimal diff', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const unchangedCount = diffLines(before, after).filter(({ kind }) => kind === 'same').length
      expect(unchangedCount).toBe(longestCommon(before, after))
    }),
  )
})

test('texts that differ in more than a thousand lines differ in one block', () => {
  const [before, after] = ['old', 'new'].map((prefix) => Array.from({ length: 2_000 }, (_, at) => `${prefix} ${at}`))
  const diff = diffLines(['top', ...(before ?? []), 'end'], ['top', ...(after ?? []), 'end'])
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
