import { expect, test } from 'vitest'
import type { SendGroup } from '#shared/notifications/send-summary-route.ts'
import { formatOutcome, sendRows, whyHeldBack, type OpenGroup } from './send-group-rows.ts'
import type { Send } from './sends-api.ts'

const group = (id: string, more: Partial<SendGroup> = {}): SendGroup => ({
  resource: { id, name: id },
  resource_kind: 'check',
  resource_type: 'http',
  resource_health: 'unhealthy',
  first_observed: '2026-01-01T00:00:00Z',
  last_seen: '2026-01-01T00:00:00Z',
  total: 0,
  sent: 0,
  error: 0,
  suppressed: 0,
  in_progress: 0,
  last_message: null,
  reasons: {},
  hours: [],
  ...more,
})
const send = (id: string): Send => ({
  id,
  notification_id: null,
  resource_id: 'a',
  resource_type: 'check',
  source_event: 'check.failed',
  status: 'sent',
  count: 1,
  body: null,
  payload: null,
  error: null,
  playbook_run_id: null,
  person_id: null,
  team_id: null,
  connection_id: null,
  recipient: null,
  silenced_by: null,
  not_before: null,
  first_observed: null,
  created_at: null,
})

test('lists the messages of an open group and the number of remaining ones', () => {
  const rows = sendRows(
    [group('a'), group('b'), group('c'), group('d')],
    new Map<string, OpenGroup | 'loading' | 'failed'>([
      ['check/a', { sends: [send('s1'), send('s2')], total: 5 }],
      ['check/b', 'loading'],
      ['check/c', 'failed'],
    ]),
  )
  expect(rows.map(({ kind, key }) => [kind, key])).toEqual([
    ['group', 'check/a'],
    ['send', 's1'],
    ['send', 's2'],
    ['rest', 'check/a rest'],
    ['group', 'check/b'],
    ['rest', 'check/b rest'],
    ['group', 'check/c'],
    ['rest', 'check/c rest'],
    ['group', 'check/d'],
  ])
  expect(rows[3]).toMatchObject({ text: '3 earlier. Set grouping to None to page through all.' })
})

test('summarizes a group’s outcomes and the reasons for suppressed messages', () => {
  const reported = group('a', {
    sent: 2,
    suppressed: 15,
    error: 1,
    reasons: { 'repeat-interval': 14, silenced: 1, error: 1 },
  })
  expect([formatOutcome(reported), whyHeldBack(reported)]).toEqual([
    '2 sent, 15 suppressed',
    '14 within the repeat interval, 1 silenced',
  ])
})
