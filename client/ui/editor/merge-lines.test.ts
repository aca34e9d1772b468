import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeLines, toMergedText } from './merge-lines.ts'

const merge = (before: string, mine: string, theirs: string) =>
  mergeLines({ before: before.split('\n'), mine: mine.split('\n'), theirs: theirs.split('\n') })
const mergeTexts = (...sides: Parameters<typeof merge>) => toMergedText(merge(...sides)).text
const base = 'schedule: 30s\nseverity: high\nhttp:\n  url: a\n  limit: 1\n'

test('takes changes made by one side only', () => {
  const parts = merge(base, base.replace('30s', '1m'), base.replace('http:', 'owner: us\nhttp:'))
  expect(toMergedText(parts).text).toBe(base.replace('30s', '1m').replace('http:', 'owner: us\nhttp:'))
})

test('a line changed by both sides is a conflict, with the place of its lines in the merged text', () => {
  const parts = merge(base, base.replace('limit: 1', 'limit: 2'), base.replace('limit: 1', 'limit: 3'))
  expect(parts.filter(({ kind }) => kind === 'conflict')).toEqual([
    { kind: 'conflict', mine: ['  limit: 2'], theirs: ['  limit: 3'] },
  ])
  const { text: merged, conflicts } = toMergedText(parts)
  expect(merged).toBe(base.replace('limit: 1', 'limit: 2'))
  const from = merged.indexOf('  limit')
  expect(conflicts).toEqual([{ from, to: from + 11, mine: '  limit: 2\n', theirs: '  limit: 3\n' }])
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 }).map((lines) => lines.join('\n'))

test('a side without changes loses nothing of the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(mergeTexts(before, before, after)).toBe(after)
      expect(mergeTexts(before, after, before)).toBe(after)
      expect(mergeTexts(before, after, after)).toBe(after)
    }),
  )
})
