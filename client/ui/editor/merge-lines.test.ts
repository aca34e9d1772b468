import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeLines, settledText } from './merge-lines.ts'

const merge = (before: string, mine: string, theirs: string) =>
  mergeLines({ before: before.split('\n'), mine: mine.split('\n'), theirs: theirs.split('\n') })
const none = new Map<number, 'mine' | 'theirs'>()
const base = 'schedule: 30s\nseverity: high\nhttp:\n  url: a\n  limit: 1\n'

test('takes changes made by one side only', () => {
  const parts = merge(base, base.replace('30s', '1m'), base.replace('http:', 'owner: us\nhttp:'))
  expect(settledText(parts, none)).toBe(base.replace('30s', '1m').replace('http:', 'owner: us\nhttp:'))
})

test('a line changed by both sides is a conflict until one is chosen', () => {
  const parts = merge(base, base.replace('limit: 1', 'limit: 2'), base.replace('limit: 1', 'limit: 3'))
  expect(parts.filter(({ kind }) => kind === 'conflict')).toEqual([
    { kind: 'conflict', mine: ['  limit: 2'], theirs: ['  limit: 3'] },
  ])
  expect(settledText(parts, none)).toBeNull()
  const at = parts.findIndex(({ kind }) => kind === 'conflict')
  expect(settledText(parts, new Map([[at, 'theirs']]))).toBe(base.replace('limit: 1', 'limit: 3'))
})

const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 8 }).map((lines) => lines.join('\n'))

test('a side without changes loses nothing of the other', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(settledText(merge(before, before, after), none)).toBe(after)
      expect(settledText(merge(before, after, before), none)).toBe(after)
      expect(settledText(merge(before, after, after), none)).toBe(after)
    }),
  )
})
