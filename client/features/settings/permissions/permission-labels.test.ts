import { expect, test } from 'vitest'
import { notificationLink, permissionFacts, resourceText, subjectName } from './permission-labels.ts'
import { listedPermissionSchema } from './permissions-api.ts'

const row = (fields: object) => listedPermissionSchema.parse({ id: 'g1', action: 'read', ...fields })
const findName = (kind: string, id: string) => (id === 'b1' ? 'restart' : `${kind}-${id}`)

test.each([
  [
    'its selector as JSON',
    { object_selector: { playbooks: [{ name: 'a' }] }, object: 'catalog' },
    '{"playbooks":[{"name":"a"}]}',
  ],
  ['its object', { object: 'catalog', playbook_id: 'b1' }, 'catalog'],
  ['the resources it names', { playbook_id: 'b1', config_id: 'c1' }, 'playbook restart, config config-c1'],
  ['nothing', {}, '–'],
])('formats the resource of a permission: %s [PERM-29,PERM-30,PERM-31]', (_case, fields, expected) => {
  expect(resourceText(row(fields), findName)).toBe(expected)
})

test.each([
  ['person', { person: { id: 'x', name: 'Ada' } }, 'Ada'],
  ['team', { team: { id: 'x', name: 'payments' } }, 'payments'],
  ['notification', { notification: { id: 'x', name: 'pager' } }, 'pager'],
  ['playbook', { playbook: { id: 'x', name: 'restart' } }, 'restart'],
  ['canary', { canary: { id: 'x', name: 'web' } }, 'web'],
  ['scraper', { scraper: { id: 'x', name: 'aws' } }, 'aws'],
  ['topology', { topology: { id: 'x', name: 'shop' } }, 'shop'],
  ['group', { group: { id: 'x', name: 'on call' } }, 'on call'],
  ['group', { group: { id: null, name: null } }, 'x'],
  ['person', {}, 'x'],
])('shows a subject of the type %s as the backend names it [PERM-32]', (type, fields, expected) => {
  expect(subjectName(row({ subject: 'x', subject_type: type, ...fields }))).toBe(expected)
})

test('links a notification to its rule [PERM-51]', () => {
  expect(notificationLink('n1')).toBe('/notifications/rules/n1')
})

test('counts denies and expirations, of the page when the list is longer', () => {
  const rows = [row({ deny: true }), row({ until: '2026-11-22T00:00:00Z' }), row({ until: '2026-11-20T00:00:00Z' })]
  expect(permissionFacts(rows, 3, Date.parse('2026-11-21T00:00:00Z'))).toEqual([
    '3 permissions',
    '1 deny',
    '1 expiring',
    '1 expired',
  ])
  expect(permissionFacts(rows, 64, 0)[1]).toBe('1 deny on this page')
})
