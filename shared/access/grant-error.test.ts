import { expect, test } from 'vitest'
import { grantSchema } from './grant.ts'
import { readGrant, readGrants, shownGrant } from './grant-error.ts'

const row = { id: 'g1', subject: 'editor', subject_type: 'group', action: 'read', object: 'canaries' }

test.each<[string, object]>([
  ['object_selector', { object_selector: [1] }],
  ['object_selector', { object_selector: 'configs' }],
  ['object_selector', { object_selector: {} }],
  ['object_selector', { object_selector: { configs: { name: 'x' } } }],
  ['object_selector', { object_selector: { configs: [1] } }],
  ['object_selector', { object_selector: { hosts: [{ name: 'x' }] } }],
  ['object_selector', { object_selector: { configs: [{ nmae: 'x' }] } }],
  ['object_selector', { object_selector: { configs: [{ tagSelector: { env: 'a' } }] } }],
  ['tags', { tags: ['env'] }],
  ['tags', { tags: { env: { a: 1 } } }],
  ['agents', { agents: [null] }],
  ['action', { action: 'raed' }],
  ['action', { action: '' }],
  ['action', { action: 'read,frobnicate' }],
  ['action', { action: null }],
  ['object', { object: 'canary' }],
  ['subject_type', { subject_type: 'robot' }],
  ['until', { until: 'infinity' }],
  ['until', { until: 'tomorrow' }],
])('names the invalid field %s of a row: %j', (field, fields) => {
  const read = readGrant({ ...row, ...fields })
  expect('error' in read ? read.error : undefined).toEqual({
    field,
    message: expect.stringMatching(new RegExp(`^Invalid permission field ${field}: it must .+\\.$`)),
    requirement: expect.stringMatching(/^must .+[^.]$/),
  })
})

test.each<object>([
  { action: '*', object: '*' },
  { action: 'create,read,update,delete' },
  { action: 'playbook:*', object: 'playbooks' },
  { action: '!delete', object: 'database*' },
  { action: 'mcp:run', object: 'mcp' },
  { action: 'invoke:grafana:query', object: null },
  { object_selector: { playbooks: [{ name: 'scale-*' }], configs: [{ tagSelector: 'env=production', agent: 'all' }] } },
  { object_selector: { scopes: [{ namespace: 'a', name: 'b' }] } },
  { until: '2026-11-23T06:00:00+00:00', tags: { env: 'production' }, agents: ['edge'] },
])('reads a row that matches the contract: %j', (fields) => {
  expect(readGrant({ ...row, ...fields })).toEqual({ grant: expect.objectContaining(fields) })
})

test.each([
  [
    { configs: [{ name: 'a' }, { nmae: 'x' }] },
    'it must have known fields only, got configs[1].nmae (did you mean "name"?).',
  ],
  [{ playbook: [] }, 'it must have known fields only, got playbook (did you mean "playbooks"?).'],
  [{ hosts: [] }, 'it must have known fields only, got hosts.'],
])('suggests the field that a misspelt field of a selector was meant for: %j', (selector, message) => {
  const read = readGrant({ ...row, object_selector: selector })
  expect('error' in read ? read.error.message : '').toBe(`Invalid permission field object_selector: ${message}`)
})

test('an invalid row does not affect the others', () => {
  const { grants, errors } = readGrants([
    { ...row, object_selector: [1] },
    { ...row, id: 'g2' },
  ])
  expect([grants.map(({ id }) => id), errors.map(({ id, field }) => [id, field])]).toEqual([
    ['g2'],
    [['g1', 'object_selector']],
  ])
})

test('lists an invalid row without its invalid values, and with the reason', () => {
  const shown = shownGrant({ ...row, object_selector: [1], agents: [null], name: 'x' })
  expect(shown).toMatchObject({ ...row, name: 'x', object_selector: null, agents: null })
  expect(shown).toHaveProperty(
    'fault',
    expect.stringContaining('Invalid permission field object_selector: it must be an object of lists'),
  )
  expect(grantSchema.safeParse(shown).success).toBe(true)
  expect(shownGrant(row)).toBe(row)
})
