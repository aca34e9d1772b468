import { describe, expect, test } from 'vitest'
import { areas, foreignLists } from './areas.ts'
import { isAdministration } from './administration.ts'
import { decide, type Principal } from './decide.ts'
import { grantSchema, type Grant } from './grant.ts'
import { accessActions } from './resources.ts'
import { roleAllows, roles } from './roles.ts'

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
