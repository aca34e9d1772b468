import { describe, expect, test } from 'vitest'
import { journalEntrySchema, journalPageMax, journalPageSchema, journalQuerySchema } from '#shared/live/journal.ts'

describe('a journal query', () => {
  test('needs only a topic', () => {
    expect(journalQuerySchema.parse({ topic: 'health.checks' })).toEqual({
      topic: 'health.checks',
      params: {},
      limit: 100,
    })
  })

  test('names one row in a time range', () => {
    const query = {
      topic: 'health.statuses',
      params: '{"checkId":"c1"}',
      entity: 'a',
      from: '2026-11-21T10:00:00Z',
      to: '2026-11-21T12:00:00+01:00',
      limit: String(journalPageMax),
      cursor: '1763719200000-17',
    }
    expect(journalQuerySchema.parse(query)).toEqual({
      topic: 'health.statuses',
      params: { checkId: 'c1' },
      entity: 'a',
      from: Date.UTC(2026, 10, 21, 10),
      to: Date.UTC(2026, 10, 21, 11),
      limit: journalPageMax,
      cursor: { atMs: 1_763_719_200_000, number: 17 },
    })
  })

  test.each([
    [{}, 'topic'],
    [{ topic: 'a', params: '{' }, 'params'],
    [{ topic: 'a', params: '[]' }, 'params'],
    [{ topic: 'a', from: 'yesterday' }, 'from'],
    [{ topic: 'a', limit: '0' }, 'limit'],
    [{ topic: 'a', limit: '1001' }, 'limit'],
    [{ topic: 'a', cursor: '17' }, 'cursor'],
  ])('is rejected as %j because of %s', (query, parameter) => {
    expect(journalQuerySchema.safeParse(query).error?.issues.map(({ path }) => path[0])).toEqual([parameter])
  })
})

test('an entry is a row, a deleted row, or a gap', () => {
  const entries = [
    {
      kind: 'gap',
      number: 3,
      observedAt: '2026-11-21T10:00:02.000Z',
      until: null,
      why: 'source',
      reason: 'Unknown error.',
    },
    { kind: 'drop', number: 2, observedAt: '2026-11-21T10:00:01.000Z', entity: 'a', row: null, before: { id: 'a' } },
    { kind: 'put', number: 1, observedAt: '2026-11-21T10:00:00.000Z', entity: 'a', row: { id: 'a' }, before: null },
  ] as const
  const page = { entries, next: '1763719200000-1', reachesBackTo: '2026-11-20T10:00:00.000Z' }
  expect(journalPageSchema.parse(page)).toEqual(page)
  expect(journalEntrySchema.safeParse({ ...entries[2], kind: 'patch' }).success).toBe(false)
})
