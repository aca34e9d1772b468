import { expect, test } from 'vitest'
import { ruleColumns, toRuleRow, toRuleSpec, type RuleNames } from './rule-spec.ts'

const names: RuleNames = {
  findName: (_kind, id) => (id.startsWith('id of ') ? id.slice(6) : undefined),
  findId: (_kind, name) => (name === 'missing' ? undefined : `id of ${name}`),
}
const none = Object.fromEntries(ruleColumns.map((column) => [column, null]))

test.each([
  [{ events: ['check.failed'], to: { person: 'ada@example.org' }, wait_for: 60_000_000_000 }],
  [{ events: ['check.failed'], to: { playbook: 'default/restart' }, fallback: { team: 'web' }, group_by: ['type'] }],
  [{ events: ['check.failed'], custom_services: [{ name: 'connection', connection: 'c1' }], filter: 'true' }],
  [
    {
      events: ['check.failed'],
      to: { onCall: 'web' },
      custom_services: [{ name: 'address', url: 'https://a.example' }],
    },
  ],
])('the spec %j is restored from its row', (spec) => {
  const read = toRuleRow(spec, names)
  expect('row' in read && toRuleSpec(read.row, names)).toEqual(spec)
})

test('missing columns are null, and the on-call team is stored with the services [NOTIF-01]', () => {
  expect(toRuleRow({ events: ['check.failed'], to: { onCall: 'web' } }, names)).toEqual({
    row: {
      ...none,
      events: ['check.failed'],
      custom_services: [{ name: 'on call', on_call_team_id: 'id of web' }],
    },
  })
})

test.each([
  [{}, 'spec.events: must be a list of events.'],
  [{ event: 'x' }, 'spec.event: unknown field.'],
  [{ events: [], to: { team: 'missing' } }, 'spec.to: team "missing" not found.'],
  [{ events: [], to: { onCall: 'missing' } }, 'spec.to: team "missing" not found.'],
  [
    { events: [], fallback: { group: 'a' } },
    'spec.fallback: unknown recipient type "group"; use person, team, onCall, playbook.',
  ],
])('rejects %j with a message', (spec, error) => {
  expect(toRuleRow(spec, names)).toEqual({ error })
})
