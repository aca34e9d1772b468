import { expect, test } from 'vitest'
import { isLastAdministrator, type UserRow } from './user-row.ts'

const user = (id: string, change: Partial<UserRow>): UserRow => ({
  id,
  name: id,
  firstName: id,
  lastName: '',
  email: `${id}@example.test`,
  avatar: null,
  roles: ['admin'],
  state: 'active',
  stateChangedAt: null,
  hasSecondFactor: null,
  createdAt: null,
  lastLogin: null,
  ...change,
})

test('the last administrator is the only active one, regardless of invited or disabled ones', () => {
  const users = [
    user('ada', {}),
    user('grace', { state: 'invited' }),
    user('joan', { state: 'inactive' }),
    user('hedy', { roles: ['editor'] }),
  ]
  expect(users.map(({ id }) => isLastAdministrator(users, id))).toEqual([true, false, false, false])
  expect(isLastAdministrator([...users, user('mary', {})], 'ada')).toBe(false)
})

test('without known accounts there is no last administrator', () => {
  expect(isLastAdministrator([user('admin', { state: null })], 'admin')).toBe(false)
})
