import { expect, test } from 'vitest'
import { assertPermitted, isPermitted } from './permitted.ts'

const person = (roles: readonly string[], ...teams: readonly string[]) => ({
  id: 'p1',
  name: 'Mara',
  email: 'mara@example.test',
  roles,
  teams: teams.map((name) => ({ id: `id-${name}`, name })),
})

test.each([
  ['no permissions', undefined, person(['responder']), true],
  ['an empty list', [], person(['responder']), true],
  ['the role', [{ role: 'editor' }], person(['editor']), true],
  ['another role', [{ role: 'editor' }], person(['responder']), false],
  ['the team', [{ role: 'editor' }, { team: 'Platform' }], person(['responder'], 'platform'), true],
  ['the team by its id', [{ team: 'id-platform' }], person(['responder'], 'platform'), true],
  ['the role, but not the team', [{ role: 'editor', team: 'platform' }], person(['editor'], 'shop'), false],
  ['an administrator', [{ team: 'platform' }], person(['admin']), true],
])('%s: %s', (_case, permissions, viewer, expected) => {
  expect(isPermitted({ permissions }, viewer)).toBe(expected)
})

test('the message names what is required', () => {
  const permissions = [{ role: 'editor' }, { role: 'responder', team: 'platform' }]
  expect(() => assertPermitted('restart', { permissions }, person(['responder']))).toThrow(
    'Mara is not allowed to run restart: its permissions require the role editor or the role responder in the team platform.',
  )
})
