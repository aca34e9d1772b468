import { expect, test } from 'vitest'
import { ruleColumns, toRuleRow, toRuleSpec, type RuleNames } from './rule-spec.ts'

const names: RuleNames = {
  findName: (_kind, id) => (id.startsWith('id of ') ? id.slice(6) : undefined),
  findId: (_kind, name) => (name === 'nobody' ? undefined : `id of ${name}`),
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
])('the spec %j comes back from its row as it was', (spec) => {
  const read = toRuleRow(spec, names)
  expect('row' in read && toRuleSpec(read.row, names)).toEqual(spec)
})

test('columns that a spec does not say are null, and who is on call stands among the services [NOTIF-01]', () => {
  expect(toRuleRow({ events: ['check.failed'], to: { onCall: 'web' } }, names)).toEqual({
    row: {
      ...none,
      events: ['check.failed'],
      custom_services: [{ name: 'whoever is on call', on_call_team_id: 'id of web' }],
    },
  })
})

test.each([
  [{}, 'spec.events: it must be a list of events.'],
  [{ event: 'x' }, 'spec.event: a notification rule has no such field.'],
  [{ events: [], to: { team: 'nobody' } }, 'spec.to: there is no team "nobody" here.'],
  [{ events: [], to: { onCall: 'nobody' } }, 'spec.to: there is no team "nobody" here.'],
  [
    { events: [], fallback: { group: 'a' } },
    'spec.fallback: it names a group; a person, a team, who is on call for a team, or a playbook can be named.',
  ],
])('%j is refused with a sentence', (spec, error) => {
  expect(toRuleRow(spec, names)).toEqual({ error })
})
