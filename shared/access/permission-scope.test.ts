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

test('different scopes have different keys, equal scopes the same key', () => {
  expect(new Set(scopes.map(scopeKey)).size).toBe(scopes.length)
  expect(scopes.map((scope) => scopeKey(Object.assign({}, scope)))).toEqual(scopes.map(scopeKey))
})

test('only a partial scope filters rows, by the permissions of its person', () => {
  const { personId: id, ...rights } = session
  expect(scopes.map(toPrincipal)).toEqual([
    null,
    { id, ...rights },
    { ...rights, id: 'bo' },
    { ...rights, id, roles: ['viewer'] },
    ...Array.from({ length: 6 }, () => null),
  ])
})

test('a scope belongs to the organization that it names', () => {
  const none = Array.from({ length: 5 }, () => undefined)
  expect(scopes.map(findOrganisation)).toEqual([...none, 'north', 'north', 'south', 'north', 'north'])
})
