import { expect, test } from 'vitest'
import { listErrors, groupErrors, partsWithData } from './job-details.ts'
import { jobHistorySchema, toJobRun } from './job-run.ts'

test('errors are a text, a list, or a map by subject', () => {
  expect(listErrors({ errors: 'no route to host' })).toEqual([{ about: null, text: 'no route to host' }])
  expect(listErrors({ errors: ['one', { error: 'two' }] })).toEqual([
    { about: null, text: 'one' },
    { about: null, text: 'two' },
  ])
  expect(listErrors({ errors: { 'pod-1': { error: { error: 'forbidden' } } } })).toEqual([
    { about: 'pod-1', text: 'forbidden' },
  ])
  expect([listErrors(null), listErrors('x'), listErrors({ errors: [] })]).toEqual([[], [], []])
})

test('orders parts with data as errors, scrape summary, reconcile summary [JOBS-11]', () => {
  expect(partsWithData({ summary: { a: 1 }, scrape_summary: { b: 1 }, errors: ['x'] })).toEqual([
    'errors',
    'scrape_summary',
    'summary',
  ])
  expect(partsWithData({ errors: [], scrape_summary: {}, summary: { a: 1 } })).toEqual(['summary'])
  expect([partsWithData({ errors: null, canary: 'shop' }), partsWithData(null)]).toEqual([[], []])
})

test('groups errors that differ only in ids and numbers, most frequent first', () => {
  const errors = ['a', 'pod 1 is gone', 'pod 22 is gone'].map((text) => ({ about: text, text }))
  expect(groupErrors(errors)).toEqual([
    { text: 'pod 1 is gone', count: 2, about: ['pod 1 is gone', 'pod 22 is gone'] },
    { text: 'a', count: 1, about: ['a'] },
  ])
})

test('a job history row has all fields, and lists show its first error [JOBS-02]', () => {
  const row = jobHistorySchema.parse({
    id: 'r1',
    name: 'ConfigScraper',
    agent_id: 'a1',
    agent: { id: 'a1', name: 'edge' },
    resource_type: 'config_scraper',
    resource_id: 's1',
    resource_name: 'aws',
    status: 'FAILED',
    success_count: 4,
    error_count: 1,
    duration_millis: 31_200,
    time_start: '2026-11-21T08:00:00Z',
    created_at: '2026-11-21T08:00:01Z',
    details: { errors: ['denied'], scrape_summary: { x: 1 } },
  })
  expect(toJobRun(row)).toEqual({
    kind: 'run',
    id: 'r1',
    name: 'ConfigScraper',
    agent: { id: 'a1', name: 'edge' },
    resourceType: 'config_scraper',
    resourceId: 's1',
    resourceName: 'aws',
    status: 'FAILED',
    succeeded: 4,
    failed: 1,
    durationMs: 31_200,
    startedAt: '2026-11-21T08:00:00Z',
    message: 'denied',
    parts: ['errors', 'scrape_summary'],
    usual: null,
  })
})
