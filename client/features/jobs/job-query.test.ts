import { expect, test } from 'vitest'
import { relativeRange } from '#shared/time-range/time-range.ts'
import { agentHref, resourceHref } from './job-links.ts'
import { defaultRange, durationChoices, toJobFilter, readJobQuery } from './job-query.ts'

const never = () => {
  throw new Error('no moments')
}
const readFilter = (address: string) =>
  toJobFilter(readJobQuery(new URLSearchParams(address)), { range: defaultRange, span: never })
const usual = { lastMs: 172_800_000, sortBy: 'created_at', descending: true, offset: 0, limit: 150 }

test('a plain address requests the last two days without successes, 150 a page [JOBS-14,JOBS-15,JOBS-17]', () => {
  expect(readFilter('')).toEqual({ ...usual, statuses: '!SUCCESS' })
})

test('an empty status filter shows all, and every filter, order and page comes from the address', () => {
  expect(readFilter('status=')).toEqual(usual)
  expect(
    readFilter(
      'name=Sync:1,Heal:-1&resource_type=canary:1&status=FAILED:1&runDuration=2m&pageSize=50&pageIndex=2&sortBy=name&sortOrder=asc',
    ),
  ).toEqual({
    names: 'Sync,!Heal',
    types: 'canary',
    statuses: 'FAILED',
    atLeastMs: 120_000,
    lastMs: 172_800_000,
    sortBy: 'name',
    descending: false,
    offset: 100,
    limit: 50,
  })
})

test('an absolute range requests its start and end', () => {
  const from = new Date('2026-11-01T00:00:00Z')
  const to = new Date('2026-11-02T00:00:00Z')
  const range = { type: 'mapped', display: 'Yesterday' } as const
  const query = readJobQuery(new URLSearchParams('status='))
  expect(toJobFilter(query, { range, span: () => ({ from, to }) })).toEqual({
    from: '2026-11-01T00:00:00.000Z',
    to: '2026-11-02T00:00:00.000Z',
    sortBy: 'created_at',
    descending: true,
    offset: 0,
    limit: 150,
  })
  expect(toJobFilter(query, { range: relativeRange('now-1h'), span: never })).toEqual({ ...usual, lastMs: 3_600_000 })
})

test('offers the minimum durations [JOBS-16]', () => {
  expect(durationChoices).toEqual({
    None: 0,
    '15s': 15_000,
    '30s': 30_000,
    '1m': 60_000,
    '2m': 120_000,
    '3m': 180_000,
    '5m': 300_000,
    '10m': 600_000,
    '15m': 900_000,
  })
})

test('each type of resource links to its page [JOBS-04,JOBS-05,JOBS-06,JOBS-07,JOBS-08]', () => {
  const types = ['canary', 'config_scraper', 'catalog_scraper', 'topology', 'config', 'playbook', 'upstream']
  expect(types.map((type) => resourceHref(type, 'x'))).toEqual([
    '/settings/canaries/x',
    '/catalog/scrapers/x',
    '/catalog/scrapers/x',
    '/settings/topologies/x',
    '/catalog/x',
    '/playbooks/x',
    null,
  ])
  expect(resourceHref('canary', '')).toBeNull()
})

test('an agent links to the agents page [JOBS-09]', () => {
  expect(agentHref('a1')).toBe('/settings/agents?id=a1')
})
