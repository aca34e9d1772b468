import { describe, expect, test } from 'vitest'
import { approvesAs, findAmbiguity, findApprovalError, type Approvers } from './approvers.ts'

const ada = { id: 'ada', name: 'Ada', email: 'ada@example.test' }
const ben = { id: 'ben', name: 'Ben', email: 'ben@example.test' }
const person = (...people: readonly { id: string; name: string; email: string }[]) => ({
  address: people[0]?.email ?? 'gone@example.test',
  people: people.map(({ id, name }) => ({ id, name })),
})
const team = (name: string, ...teams: readonly (readonly string[])[]) => ({
  name,
  teams: teams.map((members, index) => ({ id: `${name} ${index}`, members: [...members] })),
})
const approvers = (overrides: Partial<Approvers> = {}): Approvers => ({
  type: 'any',
  allowSelf: false,
  people: [],
  teams: [],
  ...overrides,
})

test("approves as a person and for each of the person's teams", () => {
  const named = approvers({ people: [person(ada)], teams: [team('web', ['ada', 'ben']), team('db', ['ben'])] })
  expect(approvesAs(named, 'ada')).toEqual({ asPerson: true, teamIds: ['web 0'] })
  expect(approvesAs(named, 'ben')).toEqual({ asPerson: false, teamIds: ['web 0', 'db 0'] })
  expect(approvesAs(named, 'eve')).toEqual({ asPerson: false, teamIds: [] })
})

test('cannot approve by an ambiguous address or team name', () => {
  const named = approvers({ people: [person(ada, ben)], teams: [team('web', ['ada'], ['ada'])] })
  expect(approvesAs(named, 'ada')).toEqual({ asPerson: false, teamIds: [] })
})

describe('rejection of an approval', () => {
  const own = 'You started this run. Someone else must approve it.'
  const needed =
    'You started this run and it needs your approval, but people cannot approve runs they started. Let someone else start it, name another approver in the playbook, or set approval.allowSelf to true.'
  test.each<[string, Approvers, string | null, string | null]>([
    ['a named person', approvers({ people: [person(ada)] }), 'ben', null],
    ['a member of a named team', approvers({ teams: [team('web', ['ada'])] }), 'ben', null],
    ['a run without a starter', approvers({ people: [person(ada)] }), null, null],
    ['the starter, who is the only approver', approvers({ people: [person(ada)] }), 'ada', needed],
    ['the starter, who is the only member of the team', approvers({ teams: [team('web', ['ada'])] }), 'ada', needed],
    [
      'the starter, without whom not all approve',
      approvers({ type: 'all', people: [person(ada), person(ben)] }),
      'ada',
      needed,
    ],
    ['the starter, one of two approvers', approvers({ people: [person(ada), person(ben)] }), 'ada', own],
    [
      'the starter, beside others of the team',
      approvers({ people: [person(ada)], teams: [team('web', ['ada', 'ben'])] }),
      'ada',
      own,
    ],
    ['the starter, while the named person is unknown', approvers({ people: [person()] }), 'ada', own],
    ['the starter where that is allowed', approvers({ people: [person(ada)], allowSelf: true }), 'ada', null],
    ['the starter who is not named', approvers({ people: [person(ben)] }), 'ada', own],
    [
      'another person',
      approvers({ people: [person(ben)], teams: [team('web', [])] }),
      'ben',
      'Ada is not an approver of this run. Approvers: Ben, the team web.',
    ],
    [
      'a person who is not named, with self-approval allowed',
      approvers({ people: [person(ben)], allowSelf: true }),
      'ada',
      'Ada is not an approver of this run. Approvers: Ben.',
    ],
    [
      'an unverified address',
      approvers({ people: [{ address: ' Ada@Example.test ', people: [] }] }),
      'ben',
      'Your address ada@example.test is listed as an approver but is not verified. Verify it in your profile first.',
    ],
    [
      'an address of two people',
      approvers({ people: [person(ada, ben)] }),
      'ben',
      'More than one person has the address ada@example.test, so it cannot be used for approvals. Ask an administrator.',
    ],
  ])('%s', (_case, named, startedBy, message) => {
    expect(findApprovalError(named, ada, startedBy)).toBe(message)
  })
})

test.each<[string, Approvers, string | undefined]>([
  ['the only approver', approvers({ people: [person(ada)] }), undefined],
  ['an unknown address', approvers({ people: [person()] }), undefined],
  ['an ambiguous team', approvers({ teams: [team('web', [], [])] }), 'More than one team is called web'],
  [
    'an ambiguous address, also where self-approval is allowed',
    approvers({ people: [person(ben, ben)], allowSelf: true }),
    'More than one person has the address ben@example.test',
  ],
])('only an ambiguous approver prevents a start: %s', (_case, named, error) => {
  const found = findAmbiguity(named)
  expect(error === undefined ? found === undefined : found?.startsWith(error)).toBe(true)
})
