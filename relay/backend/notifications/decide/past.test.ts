import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRule } from '#relay/testing/notification-inputs.ts'
import { createPast } from './past.ts'

const empty = { sent: [], rates: [], starts: [] }
const event = 'check.failed'

test('ends a repeat interval exactly at its end', () => {
  const rule = createRule({ repeatMs: 1_000 })
  const past = createPast({
    ...empty,
    sent: [{ rule: rule.id, event, key: 'front', at: '2026-03-24T12:00:00.000Z' }],
  })
  const atMs = Date.parse('2026-03-24T12:00:00.000Z')
  expect([0, 999, 1_000].map((ms) => past.lastSentAt(rule, event, 'front', atMs + ms))).toEqual([atMs, atMs, undefined])
})

test('a rule without a repeat interval never repeats, not even within one millisecond', () => {
  const past = createPast(empty)
  past.note(createRule(), event, ['front'], 5)
  expect(past.lastSentAt(createRule(), event, 'front', 5)).toBeUndefined()
})

test('separates other rules, events and resources', () => {
  const rule = createRule({ repeatMs: 1_000 })
  const past = createPast(empty)
  past.note(rule, event, ['front'], 5)
  expect(past.lastSentAt(rule, event, 'front', 6)).toBe(5)
  expect(past.lastSentAt(rule, event, 'back', 6)).toBeUndefined()
  expect(past.lastSentAt(rule, 'check.passed', 'front', 6)).toBeUndefined()
  expect(past.lastSentAt(createRule({ ...rule, id: 'other' }), event, 'front', 6)).toBeUndefined()
  expect([past.getRate(rule, event), past.getRate(rule, 'check.passed')]).toEqual([1, 0])
})

test('a message counts once towards the rate and once for each distinct key', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })), (noted) => {
      const past = createPast({
        sent: [],
        rates: [{ rule: 'rule-1', event, things: 2 }],
        starts: [{ rule: 'rule-1', resource: 'a', times: 3 }],
      })
      for (const keys of noted) past.note(createRule(), event, keys, 0)
      expect(past.getRate(createRule(), event)).toBe(2 + noted.length)
      for (const key of ['a', 'b', 'c'] as const)
        expect(past.countStarts(createRule(), key)).toBe(
          (key === 'a' ? 3 : 0) + noted.filter((keys) => keys.includes(key)).length,
        )
    }),
  )
})
