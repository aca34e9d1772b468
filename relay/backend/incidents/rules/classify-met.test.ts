import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backWithinMs, classifyMet, type MetRow } from './classify-met.ts'

const sinceMs = Date.parse('2026-03-24T12:00:00Z')
const check = { kind: 'check', id: 'front', sinceMs } as const
const row = (overrides: Partial<MetRow> = {}): MetRow => ({
  kind: 'check',
  id: 'front',
  incident_id: 'i1',
  is_over: true,
  ended_at: null,
  resolved_by_rule: true,
  ...overrides,
})
const endedBefore = (ms: number) => new Date(sinceMs - ms).toISOString()

test.each<[string, Partial<MetRow>, 'known' | 'back' | 'new']>([
  ['its incident is open', { is_over: false }, 'known'],
  ['its incident ended while it was failing', { ended_at: endedBefore(-1) }, 'known'],
  ['its incident ended as it began to fail', { ended_at: endedBefore(0) }, 'known'],
  ['a person ended it while it was failing', { ended_at: endedBefore(-1), resolved_by_rule: false }, 'known'],
  ['the rule resolved its incident just before', { ended_at: endedBefore(1) }, 'back'],
  ['the rule resolved its incident ten minutes before', { ended_at: endedBefore(backWithinMs) }, 'back'],
  ['the rule resolved its incident earlier', { ended_at: endedBefore(backWithinMs + 1) }, 'new'],
  ['a person resolved its incident just before', { ended_at: endedBefore(1), resolved_by_rule: false }, 'new'],
  ['nothing tells when its incident ended', { ended_at: null }, 'new'],
  ['another kind has the same id', { kind: 'config', is_over: false }, 'new'],
])('%s', (_case, overrides, expected) => {
  const { known, back } = classifyMet([row(overrides)], [check])
  expect([known.has('check front'), back.get('check front')]).toEqual([
    expected === 'known',
    expected === 'back' ? 'i1' : undefined,
  ])
})

test('reopens the incident that ended last', () => {
  const rows = [
    row({ incident_id: 'early', ended_at: endedBefore(5_000) }),
    row({ incident_id: 'late', ended_at: endedBefore(1_000) }),
  ]
  expect(classifyMet(rows, [check]).back.get('check front')).toBe('late')
})

test('a resource that was never in an incident is neither known nor recurring', () => {
  expect(classifyMet([], [check])).toEqual({ known: new Set(), back: new Map() })
})

const timesAndRule = fc.tuple(fc.integer({ min: -10_000, max: 10_000 }), fc.nat(10_000), fc.boolean())
const isKnown = (endedAfterMs: number, isByRule: boolean) => {
  const ended = row({ ended_at: new Date(sinceMs + endedAfterMs).toISOString(), resolved_by_rule: isByRule })
  return classifyMet([ended], [check]).known.size === 1
}

test('a later end of an incident never makes a known resource unknown', () => {
  fc.assert(
    fc.property(timesAndRule, ([ms, later, isByRule]) => {
      expect(!isKnown(ms, isByRule) || isKnown(ms + later, isByRule)).toBe(true)
    }),
  )
})
