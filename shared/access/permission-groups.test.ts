import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import { grantSchema } from './grant.ts'
import { addMemberGrants, findMemberError, permissionGroupSchema } from './permission-groups.ts'

const sam = { id: 'sam', email: 'sam@example.com', teams: [{ id: 't1', name: 'payments' }] }
const read = (deny: boolean) =>
  grantSchema.parse({ id: 'g', subject: 'dba', subject_type: 'group', action: 'read', object: 'connection', deny })
const answer = (selectors: unknown, { deny = false, name = 'dba', roles = [] as string[] } = {}) => {
  const grants = addMemberGrants([read(deny)], [permissionGroupSchema.parse({ name, selectors })], [sam])
  return decide({ ...sam, roles, grants }, { action: 'read', resource: 'connections' }, { nowMs: 0 }).answer
}

describe('a permission of a permission group', () => {
  test.each([
    [{ people: [{ name: 'Sam@example.com' }] }],
    [{ people: ['sam'] }],
    [{ people: [{ name: '*' }] }],
    [{ teams: [{ name: 'pay*' }] }],
    [{ teams: ['payments'], playbooks: [{ name: 'x' }] }],
    [{ people: ['grace@example.com', { namespace: 'x' }, null, { name: 'sam' }] }],
  ])('grants and denies for the members %j', (selectors) => {
    expect(answer(selectors)).toBe('allowed')
    expect(answer(selectors, { deny: true, roles: ['editor'] })).toBe('refused')
  })

  test.each([
    [{ people: [{ name: 'grace@example.com' }] }],
    [{ teams: [{ name: 'contractors' }] }],
    [{ playbooks: [{ name: '*' }] }],
    [{ people: 'sam' }],
    [[]],
    [null],
  ])('has no effect for others: %j', (selectors) => {
    expect(answer(selectors)).toBe('refused')
    expect(answer(selectors, { deny: true, roles: ['editor'] })).toBe('allowed')
  })

  test('has no effect for the members of another group', () => {
    expect(answer({ people: ['sam'] }, { name: 'other' })).toBe('refused')
  })
})

const kinds = [
  ['connections', 'connection'],
  ['playbooks', 'playbooks'],
  ['canaries', 'canaries'],
  ['topologies', 'topology'],
  ['database', 'catalog'],
] as const
const team = { id: 't1', name: 'payments' }
const members: readonly (readonly [name: string, selectors: object, isMember: boolean])[] = [
  ['person by mail', { people: [{ name: 'sam@example.com' }] }, true],
  ['person by a pattern', { people: ['*@example.com'] }, true],
  ['person by id', { people: ['sam'] }, true],
  ['another person', { people: ['grace@example.com'] }, false],
  ['team', { teams: ['payments'] }, true],
  ['team by a pattern', { teams: [{ name: 'PAY*' }] }, true],
  ['another team', { teams: ['ops'] }, false],
  ['unknown team beside a known one', { teams: ['gone', 'payments'] }, true],
  ['group within the group', { groups: ['own'] }, false],
  ['resource of the same name', { playbooks: ['payments'], connections: [{ name: '*' }] }, false],
  ['nothing', {}, false],
]

describe.each(kinds)('a permission of a group on %s', (resource, object) => {
  test.each(members)('with the member %s', (_, selectors, isMember) => {
    const groups = ['dba', 'own'].map((name) =>
      permissionGroupSchema.parse({ name, selectors: name === 'dba' ? selectors : { people: ['sam'] } }),
    )
    for (const deny of [false, true]) {
      const grant = grantSchema.parse({ id: 'g', subject: 'dba', subject_type: 'group', action: 'read', object, deny })
      const grants = addMemberGrants([grant], groups, [{ ...sam, teams: [team] }])
      const { answer } = decide(
        { id: 'sam', teams: [team], roles: deny ? ['admin'] : [], grants },
        { action: 'read', resource, object },
        { nowMs: 0 },
      )
      expect([deny, answer]).toEqual([deny, isMember !== deny ? 'allowed' : 'refused'])
    }
  })
})

test('an unverified mail address denies and does not grant', () => {
  const group = permissionGroupSchema.parse({ name: 'dba', selectors: { people: ['sam@example.com'] } })
  const expand = (deny: boolean) => addMemberGrants([read(deny)], [group], [{ ...sam, isEmailUnverified: true }])
  expect(expand(false)).toHaveLength(1)
  expect(expand(true)).toHaveLength(2)
})

test.each([
  [
    { people: ['*', 'sam@example.com', '01a22507-0fb2-73f2-952e-74885916ff12'], teams: ['x'], canaries: 'x' },
    undefined,
  ],
  [{ peple: [] }, 'peple: unknown field (did you mean "people"?).'],
  [{ groups: ['own'] }, 'groups: unknown field; use people, teams, playbooks, '],
  [{ teams: ['x', { namespace: 'y' }] }, 'teams[1]: needs a name.'],
  [
    { people: [{ name: 'Sam' }] },
    'people[0]: people are named by mail address or id, because they can change their name',
  ],
])('the members %j', (selectors, error) => {
  const found = findMemberError(selectors)
  expect(error === undefined ? found : found?.startsWith(error)).toBe(error === undefined ? undefined : true)
})
