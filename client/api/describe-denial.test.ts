import { expect, test } from 'vitest'
import { decide } from '#shared/access/decide.ts'
import { grantSchema } from '#shared/access/grant.ts'
import type { Question } from '#shared/access/question.ts'
import { grantorsText, describeDenial, viaText } from './describe-denial.ts'

const write: Question = { action: 'write', resource: 'permissions' }
const describe = (
  question: Question,
  actor: Parameters<typeof decide>[0],
  flags: { name: string; value: string }[] = [],
) =>
  describeDenial(question, decide(actor, question, { nowMs: 0, flags }), {
    grantors: ['Mara Lindqvist'],
    formatTime: (at) => at.toISOString().slice(0, 10),
  })

test('a denial says what is missing and who can grant it', () => {
  expect(describe(write, { id: 'a', roles: ['viewer'] })).toBe(
    'Requires write on permissions. Mara Lindqvist can grant it.',
  )
  expect(describe({ action: 'playbook:run', resource: 'playbooks' }, { id: 'a', roles: [] })).toBe(
    'Requires playbook:run. Mara Lindqvist can grant it.',
  )
  expect(describe({ action: 'write', resource: 'exec' }, { id: 'a', roles: ['editor'] })).toBe(
    'Running programs requires write on exec. Mara Lindqvist can grant it.',
  )
})

test('a deny is shown with its team and its end', () => {
  const grants = [
    grantSchema.parse({
      id: 'g',
      subject: 't',
      subject_type: 'team',
      action: '*',
      object: '*',
      deny: true,
      until: '2026-11-23T06:00:00Z',
    }),
  ]
  expect(describe(write, { id: 'a', roles: ['editor'], teams: [{ id: 't', name: 'contractors' }], grants })).toBe(
    'write is denied for the team contractors until 2026-11-23. Mara Lindqvist can change it.',
  )
})

test('a feature flag is shown by name', () => {
  const question = { ...write, feature: 'settings.permissions' }
  expect(
    describe(question, { id: 'a', roles: ['admin'] }, [{ name: 'settings.permissions.disable', value: 'true' }]),
  ).toBe('Disabled by the feature flag settings.permissions.disable. Mara Lindqvist can enable it.')
})

test.each([
  [[], 'An administrator'],
  [['Ada', 'Grace'], 'Ada or Grace'],
  [['Ada', 'Grace', 'Mary'], 'Ada, Grace or 1 other'],
  [['Ada', 'Grace', 'Mary', 'Joan'], 'Ada, Grace or 2 others'],
])('those who can grant it, %j: %s', (names, expected) => {
  expect(grantorsText(names)).toBe(expected)
})

test.each([
  ['person', '', 'you'],
  ['team', 'contractors', 'the team contractors'],
  ['group', 'viewer', 'the role viewer'],
  ['group', 'everyone', 'everyone'],
])('a permission for a %s %s is one for %s', (type, name, text) => {
  expect(viaText({ type, name }, 'you')).toBe(text)
})
