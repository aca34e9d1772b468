import { describe, expect, test } from 'vitest'
import { grantSchema } from '#shared/access/grant.ts'
import { offeredObjects } from '#shared/access/objects.ts'
import {
  emptyForm,
  toPermissionForm,
  permissionActions,
  findFormErrors,
  toChangedRow,
  toPermissionRow,
  scopes,
  type PermissionForm,
} from './permission-form.ts'

const nowMs = Date.parse('2026-11-21T08:00:00Z')
const form = (part: Partial<PermissionForm>): PermissionForm => ({
  ...emptyForm,
  subjectId: 't1',
  action: 'read',
  target: 'canaries',
  ...part,
})

test('offers these actions, objects and scopes [PERM-20,PERM-21,PERM-43]', () => {
  expect([...permissionActions]).toEqual([
    'read',
    'update',
    'create',
    'delete',
    '*',
    'create,read,update,delete',
    'playbook:run',
    'playbook:approve',
  ])
  expect([...offeredObjects]).toEqual([
    'canaries',
    'catalog',
    'incident',
    'people',
    'topology',
    'playbooks',
    'connection',
    'connection-detail',
    'agent-push',
    'kubernetes-proxy',
    'notification',
    'rbac',
    'logs',
    'agent',
    'artifact',
  ])
  expect(scopes.filter((scope) => scope !== 'selector')).toEqual([
    'catalog',
    'component',
    'connection',
    'playbook',
    'global',
  ])
})

describe('the sent row', () => {
  test('names exactly one subject and one resource, and denies nothing by default [PERM-34,PERM-39,PERM-40,PERM-41]', () => {
    expect(toPermissionRow(form({}))).toEqual({
      action: 'read',
      deny: false,
      description: null,
      object: 'canaries',
      object_selector: null,
      config_id: null,
      component_id: null,
      connection_id: null,
      playbook_id: null,
      subject: 't1',
      subject_type: 'team',
      team_id: 't1',
      person_id: null,
      notification_id: null,
      until: null,
    })
    expect(
      toPermissionRow(form({ subjectKind: 'person', subjectId: 'p1', scope: 'playbook', target: 'b1' })),
    ).toMatchObject({
      subject: 'p1',
      subject_type: 'person',
      team_id: null,
      person_id: 'p1',
      object: null,
      playbook_id: 'b1',
    })
  })

  test('holds a selector as JSON and an expiry as a timestamp', () => {
    const target = '{"configs": [{"tagSelector": "env=production"}]}'
    const row = toPermissionRow(form({ scope: 'selector', target, until: '2026-11-23 06:00' }))
    expect([row.object_selector, row.until]).toEqual([
      { configs: [{ tagSelector: 'env=production' }] },
      new Date('2026-11-23T06:00').toISOString(),
    ])
  })

  test('converts back to the same form', () => {
    const typed = form({ subjectKind: 'notification', subjectId: 'n1', scope: 'connection', target: 'c1', deny: true })
    expect(toPermissionForm(grantSchema.parse({ id: 'g1', ...toPermissionRow(typed) }))).toEqual(typed)
    expect(
      toPermissionForm(grantSchema.parse({ id: 'g1', subject: 'viewer', subject_type: 'group', action: '*' })),
    ).toBeNull()
  })
})

test('an edit keeps what the form cannot show, such as the seconds of an expiry and a second resource [PERM-47]', () => {
  const stored = grantSchema.parse({
    id: 'g1',
    subject: 't1',
    subject_type: 'team',
    team_id: 't1',
    action: 'read',
    config_id: 'c1',
    component_id: 'c2',
    until: '2027-01-01T10:20:30.456+00:00',
    description: 'before',
  })
  const initial = toPermissionForm(stored)
  if (initial === null) throw new Error('the form is missing')
  const { id: _, canary_id: __, agents: ___, tags: ____, ...columns } = stored
  expect(toChangedRow(stored, initial, { ...initial, description: 'after' })).toEqual({
    ...columns,
    description: 'after',
  })
  expect(toChangedRow(stored, initial, { ...initial, until: '' }).until).toBeNull()
})

describe('validation', () => {
  test('reports all missing fields [PERM-39]', () => {
    const required = 'This field is required'
    expect(findFormErrors(emptyForm, nowMs)).toEqual({ subjectId: required, action: required, target: required })
    expect(findFormErrors(form({}), nowMs)).toEqual({})
  })

  test.each([
    ['2026-11-31 18:00', 'November has 30 days.'],
    ['2027-02-29 18:00', 'February has 28 days.'],
    ['2026-13-01 18:00', 'A year has 12 months.'],
    ['2026-12-01 27:00', 'Invalid time of day.'],
    ['tomorrow', 'Enter a date and time, such as 2026-11-23 06:00.'],
    ['2020-01-01 00:00', 'This time is in the past: the permission would never apply.'],
    ['2028-02-29 18:00', undefined],
  ])('reports the error of expiry %s', (until, message) => {
    expect(findFormErrors(form({ until }), nowMs).until).toBe(message)
  })

  test('accepts an unchanged expiry in the past', () => {
    const before = form({ until: '2020-01-01T00:00' })
    expect(findFormErrors({ ...before, description: 'x' }, nowMs, before)).toEqual({})
  })

  test.each([
    ['{', /^Not valid JSON: /],
    ['[]', /^A selector is a JSON object of lists/],
    ['{"playbooks": {}}', /^A selector is a JSON object of lists/],
    ['{}', /^Name at least one type, such as playbooks\.$/],
  ])('reports the error of selector %s', (target, message) => {
    expect(findFormErrors(form({ scope: 'selector', target }), nowMs).target).toMatch(message)
  })
})

test('an end that is no time of the calendar shows as none and is kept by an edit of other fields', () => {
  const endless = grantSchema.parse({ id: 'g1', ...toPermissionRow(form({})), until: 'infinity' })
  const initial = toPermissionForm(endless)
  if (initial === null) throw new Error('The grant cannot be edited.')
  expect(initial.until).toBe('')
  expect(toChangedRow(endless, initial, { ...initial, action: 'update' })).toMatchObject({
    action: 'update',
    until: 'infinity',
  })
})
