import { expect, test } from 'vitest'
import { checkSummaryResponseSchema } from '#shared/health/check-summary.ts'
import { CheckBook } from './check-book.ts'
import type { CheckOutcome, CheckRecord } from './live-check.ts'

const start = Date.parse('2026-01-01T00:00:00.000Z')
const record = (over: Partial<CheckRecord> = {}): CheckRecord => ({
  id: 'c1',
  canaryId: 'k1',
  canaryName: 'web',
  canaryNamespace: 'default',
  name: 'home page',
  namespace: 'default',
  type: 'http',
  icon: 'http',
  description: '',
  labels: { team: 'web', 'odd "key"\n': '\u2028' },
  severity: 'high',
  owner: '',
  agentId: '00000000-0000-0000-0000-000000000000',
  endpoint: 'https://example.test',
  schedule: '@every 30s',
  intervalMs: 30_000,
  createdAt: '2026-01-01T00:00:00.000Z',
  silencedAt: null,
  acknowledged: null,
  configError: '',
  dependsOn: [],
  confirmation: undefined,
  ...over,
})
const outcome = (over: Partial<CheckOutcome> = {}): CheckOutcome => ({
  time: start,
  pass: true,
  invalid: false,
  durationMs: 12,
  message: '200 in 12 ms',
  error: '',
  details: undefined,
  ...over,
})

const setUp = () => {
  const clock = { now: start }
  const book = new CheckBook({
    now: () => clock.now,
    findNextStart: () => start + 30_000,
    runnerName: 'local',
    histories: new Map(),
  })
  const rows = () => checkSummaryResponseSchema.parse(JSON.parse(book.summary().toString())).checks_summary ?? []
  return { book, clock, rows }
}

test('a row has the check, its last hour and its newest results [HEALTH-36]', () => {
  const { book, rows } = setUp()
  book.put(record())
  book.get('c1')?.add(outcome())
  book
    .get('c1')
    ?.add(outcome({ time: start + 30_000, pass: false, durationMs: 900, message: '200 OK', error: 'refused' }))
  expect(rows()).toEqual([
    {
      id: 'c1',
      canary_id: 'k1',
      canary_name: 'web',
      canary_namespace: 'default',
      name: 'home page',
      namespace: 'default',
      type: 'http',
      icon: 'http',
      labels: { team: 'web', 'odd "key"\n': '\u2028' },
      severity: 'high',
      agent_id: '00000000-0000-0000-0000-000000000000',
      endpoint: 'https://example.test',
      schedule: '@every 30s',
      interval_ms: 30_000,
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:00:30.000Z',
      status: 'unhealthy',
      uptime: {
        passed: 1,
        failed: 1,
        last_pass: '2026-01-01T00:00:00.000Z',
        last_fail: '2026-01-01T00:00:30.000Z',
      },
      latency: { p50: 12, p95: 900, p99: 900, avg: 456 },
      message: 'refused',
      last_transition_time: '2026-01-01T00:00:30.000Z',
      last_runtime: '2026-01-01T00:00:30.000Z',
      next_runtime: '2026-01-01T00:00:30.000Z',
      checkStatuses: [
        { time: '2026-01-01T00:00:00.000Z', status: true, duration: 12 },
        { time: '2026-01-01T00:00:30.000Z', status: false, duration: 900 },
      ],
    },
  ])
})

test('a check without results has an empty status and may have an error', () => {
  const { book, rows } = setUp()
  book.put(record({ configError: 'web.yaml:3:5: unknown check type' }))
  expect(rows()[0]).toMatchObject({
    status: '',
    problem: 'web.yaml:3:5: unknown check type',
    uptime: { passed: 0, failed: 0 },
    latency: {},
    checkStatuses: [],
  })
})

test('returns the same bytes until something changes, including results that leave the hour', () => {
  const { book, clock, rows } = setUp()
  book.put(record())
  book.get('c1')?.add(outcome())
  book.get('c1')?.add(outcome({ time: start + 60_000 }))
  const first = book.summary()
  expect(book.summary()).toBe(first)
  expect(book.put(record())).toBe(false)
  expect(book.summary()).toBe(first)
  clock.now = start + 3_600_000
  expect(rows()[0]?.uptime?.passed).toBe(1)
  expect(book.put(record({ name: 'landing page' }))).toBe(true)
  expect(rows()[0]?.name).toBe('landing page')
  book.remove('c1')
  expect(rows()).toEqual([])
})

test('keeps the newest thirty results, oldest first', () => {
  const { book, rows } = setUp()
  book.put(record())
  for (let index = 0; index < 40; index++) book.get('c1')?.add(outcome({ time: start + index * 1_000 }))
  const recent = rows()[0]?.checkStatuses ?? []
  expect(recent.length).toBe(30)
  expect(recent[0]?.time).toBe('2026-01-01T00:00:10.000Z')
})

test('a transition is a change between two results, not the first one', () => {
  const { book } = setUp()
  book.put(record())
  const passes = [true, true, false, false, true]
  expect(passes.map((pass, index) => book.get('c1')?.add(outcome({ time: start + index, pass })).transition)).toEqual([
    false,
    false,
    true,
    false,
    true,
  ])
})
