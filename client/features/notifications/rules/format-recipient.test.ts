import { expect, test } from 'vitest'
import { noSettings } from '#client/ui/table/column-settings.ts'
import { fitColumns } from '#client/ui/table/fit-columns.ts'
import { formatRecipient } from './format-recipient.ts'
import { ruleColumns } from './rule-columns.tsx'

const names = {
  byId: new Map([
    ['c1', 'ops-slack'],
    ['t1', 'Platform'],
  ]),
  playbooks: new Map([['starts', 'Restart']]),
}
const service = { name: null, url: null, connection: null, on_call_team_id: null }
const rule = { id: 'r', person: null, team: null, custom_services: null }

test.each([
  ['a person', { ...rule, person: { id: 'p', name: 'Mara' } }, 'Mara'],
  ['a team', { ...rule, team: { id: 't1', name: 'Platform' } }, 'Platform'],
  ['a playbook', { ...rule, id: 'starts' }, 'Restart'],
  ['a connection by its name', { ...rule, custom_services: [{ ...service, connection: 'c1' }] }, 'ops-slack'],
  [
    'a connection that the viewer cannot read',
    { ...rule, custom_services: [{ ...service, name: 'connection', connection: 'connection://ops/mail' }] },
    'connection://ops/mail',
  ],
  [
    'a connection before its name is read',
    { ...rule, custom_services: [{ ...service, connection: '541bc4ef-19cf-48ba-941d-aecbb22e1c04' }] },
    'a connection',
  ],
  [
    'on call, by the name that the team has now',
    { ...rule, custom_services: [{ ...service, name: 'on call for Old', on_call_team_id: 't1' }] },
    'on call for Platform',
  ],
  [
    'on call of a team that is gone',
    { ...rule, custom_services: [{ ...service, name: 'on call for Old', on_call_team_id: 't2' }] },
    'on call for Old',
  ],
  [
    'an address, without its secret',
    { ...rule, custom_services: [{ ...service, name: 'address', url: 'https://hooks.example.org/T0/secret' }] },
    'hooks.example.org',
  ],
  [
    'an address whose host is a token',
    { ...rule, custom_services: [{ ...service, name: 'address', url: 'pushbullet://o.secret' }] },
    'address',
  ],
  ['an address that is masked', { ...rule, custom_services: [{ ...service, url: '****' }] }, 'an address'],
  ['no recipient', rule, ''],
])('formats the recipient of a rule: %s', (_case, recipients, expected) => {
  expect(formatRecipient(recipients, names)).toBe(expected)
})

test('on a phone the error of a rule stays rather than its recipient', () => {
  const { fitted } = fitColumns(ruleColumns({ names, onDelete: () => undefined }), 390, noSettings)
  expect(fitted.map(({ column }) => column.id)).toEqual(['state', 'name', 'error'])
})
