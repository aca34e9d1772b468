import { expect, test } from 'vitest'
import { toPrincipal, findOrganisation, scopeKey, type PermissionScope } from './permission-scope.ts'

const session = { personId: 'ada', roles: ['guest'], teams: [], grants: [] }
const scopes: readonly PermissionScope[] = [
  { kind: 'all' },
  { kind: 'part', session },
  { kind: 'part', session: { ...session, personId: 'bo' } },
  { kind: 'part', session: { ...session, roles: ['viewer'] } },
  { kind: 'session', session, organisation: undefined },
  { kind: 'session', session, organisation: 'north' },
  { kind: 'organisation', organisation: 'north', roles: ['viewer'] },
  { kind: 'organisation', organisation: 'south', roles: ['viewer'] },
  { kind: 'member', organisation: 'north', personId: 'ada' },
  { kind: 'member', organisation: 'north', personId: 'part of it, as seen by {}' },
]

test('scopes that differ have keys that differ, and one that is made again has the same', () => {
  expect(new Set(scopes.map(scopeKey)).size).toBe(scopes.length)
  expect(scopes.map((scope) => scopeKey(Object.assign({}, scope)))).toEqual(scopes.map(scopeKey))
})

test('rows are left out of a part alone, by the rights of its person', () => {
  const { personId: id, ...rights } = session
  expect(scopes.map(toPrincipal)).toEqual([
    null,
    { id, ...rights },
    { ...rights, id: 'bo' },
    { ...rights, id, roles: ['viewer'] },
    ...Array.from({ length: 6 }, () => null),
  ])
})

test('a scope belongs to the organisation that it names', () => {
  const none = Array.from({ length: 5 }, () => undefined)
  expect(scopes.map(findOrganisation)).toEqual([...none, 'north', 'north', 'south', 'north', 'north'])
})
