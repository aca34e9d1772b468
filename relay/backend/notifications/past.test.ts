import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRule } from '#relay/testing/notification-inputs.ts'
import { createPast } from './past.ts'

const empty = { told: [], rates: [], starts: [] }
const event = 'check.failed'

test('a repeat interval is over exactly at its end', () => {
  const rule = createRule({ repeatMs: 1_000 })
  const past = createPast({
    ...empty,
    told: [{ rule: rule.id, event, key: 'front', at: '2026-03-24T12:00:00.000Z' }],
  })
  const atMs = Date.parse('2026-03-24T12:00:00.000Z')
  expect([0, 999, 1_000].map((ms) => past.toldAt(rule, event, 'front', atMs + ms))).toEqual([atMs, atMs, undefined])
})

test('a rule without a repeat interval never repeats, not even within one millisecond', () => {
  const past = createPast(empty)
  past.note(createRule(), event, ['front'], 5)
  expect(past.toldAt(createRule(), event, 'front', 5)).toBeUndefined()
})

test('other rules, events and resources are kept apart', () => {
  const rule = createRule({ repeatMs: 1_000 })
  const past = createPast(empty)
  past.note(rule, event, ['front'], 5)
  expect(past.toldAt(rule, event, 'front', 6)).toBe(5)
  expect(past.toldAt(rule, event, 'back', 6)).toBeUndefined()
  expect(past.toldAt(rule, 'check.passed', 'front', 6)).toBeUndefined()
  expect(past.toldAt(createRule({ ...rule, id: 'other' }), event, 'front', 6)).toBeUndefined()
  expect([past.rateOf(rule, event), past.rateOf(rule, 'check.passed')]).toEqual([1, 0])
})

test('a message counts once towards the rate and once for each distinct key', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1 })), (noted) => {
      const past = createPast({
        told: [],
        rates: [{ rule: 'rule-1', event, things: 2 }],
        starts: [{ rule: 'rule-1', resource: 'a', times: 3 }],
      })
      for (const keys of noted) past.note(createRule(), event, keys, 0)
      expect(past.rateOf(createRule(), event)).toBe(2 + noted.length)
      for (const key of ['a', 'b', 'c'] as const)
        expect(past.startsOf(createRule(), key)).toBe(
          (key === 'a' ? 3 : 0) + noted.filter((keys) => keys.includes(key)).length,
        )
    }),
  )
})
