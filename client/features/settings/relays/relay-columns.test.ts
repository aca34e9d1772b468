import { expect, test } from 'vitest'
import type { RelayRow } from '#shared/relays/relays-topic.ts'
import { findActError, nameAct } from './relay-columns.tsx'

const toRelay = (id: string, change: Partial<RelayRow> = {}): RelayRow => ({
  id,
  host: id,
  address: null,
  pid: 1,
  version: '1',
  startedAt: '2026-11-01T00:00:00Z',
  seenAt: '2026-11-01T00:00:00Z',
  state: 'working',
  isDrainRequested: false,
  shards: 32,
  checks: 0,
  scrapers: 0,
  topologies: 0,
  jobs: 0,
  lateMs: 0,
  files: 0,
  differing: [],
  differingCount: 0,
  ...change,
})
const drained = { state: 'drained', isDrainRequested: true } as const

test('offers a drain only while another relay can take the work', () => {
  const one = toRelay('one')
  expect(findActError(one, [one, toRelay('two')])).toBeUndefined()
  for (const other of [toRelay('two', drained), toRelay('two', { state: 'silent' }), one])
    expect(findActError(one, [one, other])).toContain('No other relay can take over')
})

test('offers to resume what is drained, even alone', () => {
  const relay = toRelay('one', drained)
  expect([nameAct(relay), findActError(relay, [relay])]).toEqual(['Resume', undefined])
})

test('offers nothing for a relay that does not respond', () => {
  const relay = toRelay('one', { state: 'silent' })
  expect(findActError(relay, [relay, toRelay('two')])).toBe('This relay does not respond.')
})
