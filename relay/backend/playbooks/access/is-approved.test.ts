import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isApproved, type Approval } from './is-approved.ts'

const person = (id: string) => ({ address: `${id}@example.test`, people: [{ id, name: id }] })
const team = (id: string) => ({ name: id, teams: [{ id, members: [] }] })
const all = { type: 'all' as const, people: [person('ada'), person('ben')], teams: [team('web')] }
const as = (person_id: string, team_id: string | null = null): Approval => ({ person_id, team_id })

test('needs one approval if any approver is sufficient', () => {
  expect(isApproved({ ...all, type: 'any' }, [as('ada')])).toBe(true)
})

test.each<[string, readonly Approval[], boolean]>([
  ['no one', [], false],
  ['one person', [as('ada')], false],
  ['the people without the team', [as('ada'), as('ben')], false],
  ['the people, and one of them for the team', [as('ada'), as('ben'), as('ben', 'web')], true],
  ['everybody, and another person', [as('ada'), as('ben'), as('eve', 'web'), as('eve')], true],
  ['people only for the team', [as('ada', 'web'), as('ben', 'web')], false],
  ['the people, one for another team', [as('ada'), as('ben'), as('ben', 'db')], false],
])('if all must approve, %s: %s', (_case, approvals, expected) => {
  expect(isApproved(all, approvals)).toBe(expected)
})

test('an unresolved approver blocks the run', () => {
  const unresolved = { address: 'gone@example.test', people: [] }
  expect(isApproved({ type: 'all', people: [person('ada'), unresolved], teams: [] }, [as('ada')])).toBe(false)
  expect(isApproved({ type: 'all', people: [], teams: [{ name: 'gone', teams: [] }] }, [as('ada')])).toBe(false)
})

const approvals = fc.array(
  fc
    .tuple(fc.constantFrom('ada', 'ben', 'eve'), fc.constantFrom(null, 'web', 'db'))
    .map(([personId, teamId]) => as(personId, teamId)),
)

test('further approvals never revoke an approved run, in any order', () => {
  fc.assert(
    fc.property(approvals, approvals, (first, more) => {
      expect(isApproved(all, [...more, ...first])).toBe(isApproved(all, [...first, ...more]))
      expect(isApproved(all, [...first, ...more]) || !isApproved(all, first)).toBe(true)
    }),
  )
})
