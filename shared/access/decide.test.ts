import { describe, expect, test } from 'vitest'
import { decide, type Principal, isAdministration } from './decide.ts'
import { grantSchema, type Grant } from './grant.ts'
import { areas, foreignLists } from './areas.ts'
import { accessActions } from './resources.ts'
import { roleAllows, roles } from './roles.ts'
import type { Question } from './question.ts'

let made = 0
const grant = (fields: Partial<Grant>): Grant =>
  grantSchema.parse({ id: `g${(made += 1)}`, subject: 'ada', subject_type: 'person', action: 'read', ...fields })

const ada = (grants: readonly Grant[], more: Partial<Principal> = {}): Principal => ({
  id: 'ada',
  roles: [],
  grants,
  ...more,
})
const decideAnswer = (principal: Principal, question: Question) => decide(principal, question, { nowMs }).answer

const runs = (role: string, resource: 'playbooks' | 'canaries') =>
  decideAnswer({ id: 'a', roles: [role] }, { action: 'playbook:run', resource })

const readConnections: Question = { action: 'read', resource: 'connections' }
const runRestart: Question = {
  action: 'playbook:run',
  resource: 'playbooks',
  about: { playbook: { id: 'restart' }, config: { id: 'authorize', tags: { env: 'production' } } },
}

describe('a decision', () => {
  test('without any role or grant is refused, and no link decides', () => {
    expect(decide(ada([]), readConnections, { nowMs })).toEqual({
      answer: 'refused',
      chain: [],
      decidedBy: null,
      until: null,
    })
  })

  test('names the role that grants', () => {
    const { answer, chain, decidedBy } = decide({ id: 'a', roles: ['viewer', 'editor'] }, readConnections, { nowMs })
    expect([answer, chain, decidedBy]).toEqual([
      'allowed',
      [
        { kind: 'role', role: 'viewer', effect: 'nothing' },
        { kind: 'role', role: 'editor', effect: 'grants' },
      ],
      1,
    ])
  })

  test.each([
    ['the person', grant({ object: 'connection' }), {}],
    [
      'a team',
      grant({ object: 'connection', subject: 't1', subject_type: 'team' }),
      { teams: [{ id: 't1', name: 'pay' }] },
    ],
    ['a role', grant({ object: 'connection', subject: 'viewer', subject_type: 'group' }), { roles: ['viewer'] }],
    ['everyone', grant({ object: 'connection', subject: 'everyone', subject_type: 'group' }), {}],
    [
      'the person, by the old column',
      grant({ object: 'connection', subject: null, subject_type: 'group', person_id: 'ada' }),
      {},
    ],
    ['the person, on everything', grant({ object: '*', action: '*' }), {}],
  ])('follows a grant to %s', (_subject, entry, more) => {
    expect(decideAnswer(ada([entry], more), readConnections)).toBe('allowed')
  })

  test.each([
    ['another person', grant({ object: 'connection', subject: 'grace' })],
    ['a team of others', grant({ object: 'connection', subject: 't1', subject_type: 'team' })],
    ['a notification of the same id', grant({ object: 'connection', subject_type: 'notification' })],
    ['another action', grant({ object: 'connection', action: 'update' })],
    ['another object', grant({ object: 'catalog' })],
    ['nothing at all', grant({ object: null })],
  ])('does not follow a grant about %s', (_description, given) => {
    expect(decideAnswer(ada([given]), readConnections)).toBe('refused')
  })

  test('lets a deny override role and grant, and reports it', () => {
    const grants = [
      grant({ object: 'connection' }),
      grant({ object: 'connection', deny: true, until: '2026-11-23T06:00:00Z' }),
    ]
    const decision = decide(ada(grants, { roles: ['admin'] }), readConnections, { nowMs })
    expect([decision.answer, decision.decidedBy, decision.until]).toEqual(['refused', 2, '2026-11-23T06:00:00Z'])
    expect(decision.chain.map(({ effect }) => effect)).toEqual(['grants', 'grants', 'denies'])
  })

  test('ignores an expired grant and reports the expiry', () => {
    const ended = grant({ object: 'connection', until: '2026-11-21T08:00:00Z' })
    const decision = decide(ada([ended]), readConnections, { nowMs })
    expect([decision.answer, decision.chain[0]]).toMatchObject(['refused', { effect: 'nothing', because: 'ended' }])
    expect(decideAnswer(ada([{ ...ended, until: '2026-11-21T08:00:01Z' }]), readConnections)).toBe('allowed')
  })

  test('is refused while the feature is disabled, regardless of the role', () => {
    const flags = [{ name: 'settings.connections.disable', value: 'true' }]
    const question = { ...readConnections, feature: 'settings.connections' }
    expect(decide({ id: 'a', roles: ['admin'] }, question, { nowMs, flags })).toMatchObject({
      answer: 'refused',
      decidedBy: 0,
    })
    expect(decide({ id: 'a', roles: ['admin'] }, question, { nowMs })).toMatchObject({ answer: 'allowed' })
  })

  test.each([
    ['one playbook', { playbook_id: 'restart' }, 'allowed'],
    ['another playbook', { playbook_id: 'scale' }, 'refused'],
    ['one playbook on one item', { playbook_id: 'restart', config_id: 'authorize' }, 'allowed'],
    ['one playbook on another item', { playbook_id: 'restart', config_id: 'ledger' }, 'refused'],
    ['a component', { component_id: 'authorize' }, 'refused'],
    ['items by tag', { object_selector: { configs: [{ tagSelector: 'env=production' }] } }, 'allowed'],
    ['other items by tag', { object_selector: { configs: [{ tagSelector: 'env!=production' }] } }, 'refused'],
    ['either of two selectors', { object_selector: { configs: [{ id: 'x' }, { id: 'authorize' }] } }, 'allowed'],
    ['what is not known of the item', { object_selector: { configs: [{ name: 'authorize-*' }] } }, 'some'],
    ['an empty selector', { object_selector: {} }, 'refused'],
    ['rows of a tag', { object: 'playbooks', tags: { env: 'production' } }, 'allowed'],
    ['rows of another tag', { object: 'playbooks', tags: { env: 'staging' } }, 'refused'],
    ['a selector of a newer backend', { object_selector: { views: [{ name: 'x' }] } }, 'some'],
  ] as const)('follows a grant narrowed to %s: %s', (_description, fields, expected) => {
    expect(decideAnswer(ada([grant({ action: 'playbook:run', ...fields })]), runRestart)).toBe(expected)
  })

  test('is partial while the question names no specific resource', () => {
    const { about: _, ...anyPlaybook } = runRestart
    const narrowed = { action: 'playbook:run', playbook_id: 'restart' }
    expect(decideAnswer(ada([grant(narrowed)]), anyPlaybook)).toBe('some')
    expect(decideAnswer(ada([grant({ ...narrowed, deny: true })], { roles: ['admin'] }), anyPlaybook)).toBe('some')
    expect(decideAnswer(ada([grant(narrowed)]), { action: 'playbook:run', resource: 'connections' })).toBe('refused')
  })

  test('treats write as all of create, update and delete', () => {
    const write: Question = { action: 'write', resource: 'notifications' }
    const on = { object: 'notification' }
    expect(decideAnswer(ada([grant({ ...on, action: 'create,read,update,delete' })]), write)).toBe('allowed')
    expect(decideAnswer(ada([grant({ ...on, action: 'create' })]), write)).toBe('refused')
    expect(decideAnswer(ada([grant({ ...on, action: 'create' })]), { ...write, action: 'create' })).toBe('allowed')
    expect(decideAnswer(ada([grant({ ...on, action: 'delete', deny: true })], { roles: ['editor'] }), write)).toBe(
      'refused',
    )
  })

  test('lets only the role change accounts and roles', () => {
    const everything = grant({ object: '*', action: '*' })
    expect(decideAnswer(ada([everything]), { action: 'update', resource: 'identities' })).toBe('refused')
    expect(decideAnswer(ada([everything]), { action: 'read', resource: 'identities' })).toBe('allowed')
  })

  test('on playbooks needs write on playbook runs, and running a check has its own rule', () => {
    expect([runs('editor', 'playbooks'), runs('responder', 'playbooks')]).toEqual(['allowed', 'refused'])
    expect([runs('responder', 'canaries'), runs('viewer', 'canaries')]).toEqual(['allowed', 'refused'])
  })
})

const nowMs = Date.parse('2026-11-21T08:00:00Z')
const deny = (fields: Partial<Grant>): Grant =>
  grantSchema.parse({ id: 'd', action: '*', object: '*', deny: true, ...fields })
const team = { id: 't1', name: 'ops' }
const subjects = {
  everyone: { subject: 'everyone', subject_type: 'group' },
  'each role': { subject_type: 'group' },
  'the person': { subject: 'ada', subject_type: 'person' },
  'the person, by the old column': { person_id: 'ada', subject_type: null },
  'a team of theirs': { subject: 't1', subject_type: 'team' },
} as const

const questions = [...areas, ...foreignLists].flatMap(({ resource, object }) =>
  accessActions.map((action) => ({ action, resource, object })),
)
const makeDenies = (principal: Principal, fields: Partial<Grant>) =>
  principal.roles.map((role) => deny({ ...fields, subject: fields.subject ?? (fields.person_id ? null : role) }))

describe.each(Object.entries(subjects))('a deny of everything for %s', (_subject, fields) => {
  test.each(roles)(
    'leaves a person with the role %s exactly what administration needs if they are an administrator',
    (role) => {
      const principal: Principal = { id: 'ada', roles: [role], teams: [team] }
      const denied = { ...principal, grants: makeDenies(principal, fields) }
      const left = questions.filter((question) => decide(denied, question, { nowMs }).answer !== 'refused')
      expect(left).toEqual(role === 'admin' ? questions.filter(isAdministration) : [])
    },
  )
})

test('administration covers permissions, people, sign-in and reading their lists', () => {
  const taken = questions.filter(isAdministration)
  const objects = new Set(taken.map(({ resource, object }) => `${resource} ${object}`))
  expect([...objects].toSorted()).toEqual([
    'agents database.public',
    'auth auth',
    'database database.public',
    'database people',
    'identities database.public',
    'identities people',
    'kratos database.kratos',
    'permissions database.system',
    'rbac rbac',
  ])
  expect(taken.filter(({ resource, action }) => resource === 'database' && action !== 'read')).toEqual([])
})

test('the explanation says that a deny removes nothing from an administrator', () => {
  const grants = [deny({ subject: 'everyone', subject_type: 'group' })]
  const decision = decide(
    { id: 'ada', roles: ['admin'], grants },
    { action: 'delete', resource: 'permissions' },
    { nowMs },
  )
  expect([decision.answer, decision.chain.at(-1)]).toMatchObject([
    'allowed',
    { kind: 'permission', effect: 'nothing', because: 'administrator' },
  ])
})

test('no grant makes a person an administrator', () => {
  const grants = [{ ...deny({ subject: 'ada', subject_type: 'person' }), deny: false }]
  const gained = questions.filter(
    (question) =>
      ['rbac', 'auth', 'identities', 'kratos'].includes(question.resource) &&
      question.action !== 'read' &&
      !roleAllows('viewer', question.action, question.resource) &&
      decide({ id: 'ada', roles: ['viewer'], grants }, question, { nowMs }).answer !== 'refused',
  )
  expect(gained).toEqual([])
})
