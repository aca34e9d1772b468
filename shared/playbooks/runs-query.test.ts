import { expect, test } from 'vitest'
import { inRunOrder, runFilterQuery, runsQuery } from './runs-query.ts'

const page = { offset: 0, limit: 50 }
const nowMs = Date.parse('2026-11-21T08:00:00.000Z')
const id = '0195c0de-0000-7000-8000-000000000001'

test('without a filter all runs except child runs match', () => {
  expect(runFilterQuery(page, nowMs)).toBe('parent_id=is.null')
})

test('filters match the runs list of the contract', () => {
  expect(runFilterQuery({ ...page, playbook: id, person: id, config: id, status: 'running,failed' }, nowMs)).toBe(
    `parent_id=is.null&playbook_id=eq.${id}&created_by=eq.${id}&config_id=eq.${id}&status=in.(running,failed)`,
  )
})

test('a range is relative to each request; a run that has not started uses its creation time', () => {
  expect(runFilterQuery({ ...page, lastMs: 3_600_000 }, nowMs)).toBe(
    'parent_id=is.null&or=(and(start_time.gte.2026-11-21T07:00:00.000Z),and(created_at.gte.2026-11-21T07:00:00.000Z))',
  )
  const span = { from: '2026-11-20T00:00:00.000Z', to: '2026-11-21T00:00:00.000Z' }
  expect(runFilterQuery({ ...page, ...span }, nowMs)).toBe(
    `parent_id=is.null&or=(and(start_time.gte.${span.from},start_time.lte.${span.to}),` +
      `and(created_at.gte.${span.from},created_at.lte.${span.to}))`,
  )
})

const run = (name: string, start: string | null, status: string) => ({
  id: name,
  created_at: `2026-11-21T08:00:0${name}Z`,
  start_time: start,
  status,
})
const runs = [
  run('1', '2026-11-21T09:00:00Z', 'running'),
  run('2', null, 'failed'),
  run('3', '2026-11-21T08:00:00Z', 'failed'),
]

test.each([
  ['newest first by default', {}, 'created_at.desc', '321'],
  [
    'by status, and newest first among the same',
    { sortBy: 'status', descending: false },
    'status.asc.nullslast,created_at.desc',
    '321',
  ],
  [
    'what has not started comes last, up',
    { sortBy: 'start_time', descending: false },
    'start_time.asc.nullslast,created_at.desc',
    '312',
  ],
  ['and down', { sortBy: 'start_time', descending: true }, 'start_time.desc.nullslast,created_at.desc', '132'],
] as const)('%s', (_description, order, expectedOrder, ids) => {
  const filter = { ...page, ...order }
  expect(runsQuery(filter, nowMs)).toBe(`parent_id=is.null&order=${expectedOrder},id.desc`)
  expect(
    inRunOrder(runs, filter)
      .map((one) => one.id)
      .join(''),
  ).toBe(ids)
})
