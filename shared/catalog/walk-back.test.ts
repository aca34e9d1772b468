import fc from 'fast-check'
import { expect, test } from 'vitest'
import { configText } from './config-text.ts'
import { unifiedDiff } from './unified-diff.ts'
import { applyBackwards, walkBack } from './walk-back.ts'

const documents = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(fc.constantFrom('a', 'b', '', '@@ -1 +1 @@', '--- before', '+', '- x'), { maxLength: 30 }).map((lines) => ({
    content: lines.join('\n'),
  })),
  fc.string({ unit: 'binary' }),
)

test('reverting every change restores each earlier document exactly', () => {
  fc.assert(
    fc.property(fc.array(documents, { minLength: 1, maxLength: 6 }), (history) => {
      const texts = history.map(configText)
      const changes = texts.slice(1).map((text, at) => ({
        id: `${at}`,
        created_at: `${at}`,
        diff: unifiedDiff(texts[at] ?? '', text),
      }))
      for (const [at, text] of texts.entries())
        expect(walkBack(texts.at(-1) ?? '', changes.slice(at).toReversed())).toEqual({ kind: 'known', text })
    }),
  )
})

test('rejects a diff of another document', () => {
  const diff = unifiedDiff('a\nb\nc\nd', 'a\nB\nc\nd')
  expect(applyBackwards('a\nB\nc\nd', diff)).toBe('a\nb\nc\nd')
  expect(applyBackwards('a\nX\nc\nd', diff)).toBeUndefined()
  expect(applyBackwards('a\nB\nc\nchanged', diff)).toBeUndefined()
  expect(applyBackwards('a', diff)).toBeUndefined()
  expect(applyBackwards('a', 'not a diff')).toBeUndefined()
  expect(applyBackwards('a\nB\nc\nd', diff.slice(0, -6))).toBeUndefined()
})

test('names the change without a diff that prevents reconstruction', () => {
  const change = { id: '1', created_at: '2026-11-23T03:00:00Z', diff: null }
  expect(walkBack('a', [change])).toEqual({ kind: 'lost', why: 'unkept', change })
  const other = { ...change, diff: unifiedDiff('x', 'y') }
  expect(walkBack('a', [other])).toEqual({ kind: 'lost', why: 'unfitting', change: other })
})
