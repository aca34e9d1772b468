import { expect, test } from 'vitest'
import type { JobFilter } from '#shared/jobs/job-run.ts'
import { failingJobsSource } from './failing-jobs.ts'
import { jobHistorySource } from './job-history.ts'
import { jobFilterQuery } from '#shared/jobs/jobs-query.ts'

const { signal } = new AbortController()
const nowMs = Date.parse('2026-11-21T08:00:00Z')
const row = (id: string, minute: number, change: object = {}) => ({
  id,
  name: 'Sync',
  agent_id: null,
  agent: null,
  resource_type: 'topology',
  resource_id: 't1',
  resource_name: 'payments',
  status: 'FAILED',
  success_count: 0,
  error_count: 1,
  duration_millis: 1000,
  time_start: new Date(nowMs + minute * 60_000).toISOString(),
  created_at: new Date(nowMs + minute * 60_000).toISOString(),
  details: { errors: ['refused'] },
  ...change,
})

const backend = (respond: (params: URLSearchParams) => { rows: readonly object[]; total?: number }) => {
  const requests: URLSearchParams[] = []
  return {
    requests,
    fetch: async (path: string) => {
      const [relation, query = ''] = path.split('?')
      expect(relation).toBe('/api/db/job_histories')
      const params = new URLSearchParams(query)
      requests.push(params)
      const { rows, total = rows.length } = respond(params)
      const selected = new Set(params.get('select')?.split(','))
      const selectedRows = rows.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([key]) => selected.has(key))),
      )
      return { body: JSON.stringify(selectedRows), total }
    },
  }
}

const filter: JobFilter = {
  statuses: '!SUCCESS',
  lastMs: 172_800_000,
  sortBy: 'created_at',
  descending: true,
  offset: 0,
  limit: 150,
}

test('sends filters in the form of the data API', () => {
  const all = { ...filter, names: 'Sync,!Cleanup', types: 'topology', resourceId: 't1', atLeastMs: 15_000 }
  expect(decodeURIComponent(jobFilterQuery(all, nowMs))).toBe(
    'resource_type.filter=topology&resource_id=eq.t1&name.filter=Sync,!Cleanup&status.filter=!SUCCESS' +
      '&and=(created_at.gt.2026-11-19T08:00:00.000Z)&duration_millis=gte.15000',
  )
})

const good = (ms: number) => ({ duration_millis: ms, success_count: 560 })

test('returns a page with its total, hidden good runs and usual durations of running jobs', async () => {
  const { requests, fetch } = backend((params) => {
    if (params.get('status') === 'eq.SUCCESS') return { rows: [good(10), good(30), good(20)] }
    if (params.get('status.filter') === 'SUCCESS') return { rows: [], total: 23_608 }
    return { rows: [row('r1', 0, { status: 'RUNNING', details: null })], total: 312 }
  })
  const source = jobHistorySource(fetch)
  const read = async (): Promise<unknown> => JSON.parse((await source.load(filter, signal, { kind: 'all' })).body)
  expect(await read()).toEqual([
    { kind: 'totals', all: 312, hiddenGood: 23_608 },
    expect.objectContaining({ id: 'r1', status: 'RUNNING', usual: { ms: 20, count: 560 } }),
  ])
  expect(requests.some((params) => params.get('limit') === '150' && params.get('order') === 'created_at.desc')).toBe(
    true,
  )
  const before = requests.length
  await read()
  expect(requests.slice(before).some((params) => params.get('status') === 'eq.SUCCESS')).toBe(false)
})

test('counts a job as failing since the first bad run after its last good one; skips recovered ones', async () => {
  const healed = { name: 'Heal', resource_id: 't2' }
  const { requests, fetch } = backend((params) => {
    if (params.get('status.filter') === 'FAILED,WARNING')
      return { rows: [row('b3', 3), row('b2', 2), row('h1', 1, healed)] }
    if (params.get('name') === 'eq.Sync')
      return {
        rows: [
          row('run', 4, { status: 'RUNNING' }),
          row('b3', 3),
          row('b2', 2),
          row('g', 1, { status: 'SUCCESS' }),
          row('b0', 0),
        ],
      }
    if (params.get('name') === 'eq.Heal') return { rows: [row('h2', 2, { ...healed, status: 'SUCCESS' })] }
    return { rows: [row('run', 4, { status: 'RUNNING' })], total: 11_804 }
  })
  const source = failingJobsSource(fetch)
  const read = async (): Promise<unknown> => JSON.parse((await source.load({}, signal, { kind: 'all' })).body)
  const expected = [
    {
      kind: 'facts',
      runs: 11_804,
      newestAt: '2026-11-21T08:04:00.000Z',
      lastBadAt: '2026-11-21T08:03:00.000Z',
      beyond: 0,
    },
    expect.objectContaining({
      kind: 'failing',
      run: expect.objectContaining({ id: 'b3', message: 'refused' }),
      firstSeen: '2026-11-21T08:02:00.000Z',
      streak: 2,
      streakIsLonger: false,
      recent: 'fpff',
      nextAt: '2026-11-21T08:05:00.000Z',
    }),
  ]
  expect(await read()).toEqual(expected)
  expect(requests.filter((params) => params.get('name') === 'eq.Heal')).toHaveLength(1)
  expect(await read()).toEqual(expected)
  expect(requests.filter((params) => params.get('name') === 'eq.Heal')).toHaveLength(1)
})

test('treats runs in an unknown format as an outage, not as an empty list', async () => {
  const { fetch } = backend(() => ({ rows: [{ id: 7 }] }))
  await expect(jobHistorySource(fetch).load(filter, signal, { kind: 'all' })).rejects.toThrow(
    'The backend returned job runs in an unknown format.',
  )
})
