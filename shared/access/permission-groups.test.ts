import { describe, expect, test } from 'vitest'
import { decide } from './decide.ts'
import { grantSchema } from './grant.ts'
import { addMemberGrants, permissionGroupSchema } from './permission-groups.ts'

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
