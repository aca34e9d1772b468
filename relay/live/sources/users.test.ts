import { expect, test } from 'vitest'
import { userRowSchema } from '#shared/settings/user-row.ts'
import { SourceFailure } from '#relay/live/feeds/source-failure.ts'
import { backendUsersSource } from './users.ts'

const signal = new AbortController().signal

const ada = { id: 'a', name: 'Ada Ops', email: 'ada@example.test', avatar: 'https://x/a.png', last_login: '2026-01-02' }
const identity = {
  id: 'a',
  traits: { email: 'ada@example.test', name: { first: 'Ada', last: 'Ops' } },
  state: 'inactive',
  state_changed_at: '2026-01-01',
  created_at: '2025-01-01',
}

const load = async (tables: Readonly<Record<string, readonly object[]>>) => {
  const paths: string[] = []
  const source = backendUsersSource(async (path) => {
    paths.push(path)
    return JSON.stringify(tables[path.split(/[/?]/)[3] ?? ''] ?? [])
  })
  const { body } = await source.load({}, signal, { kind: 'all' })
  const rows: unknown = JSON.parse(body)
  return { paths, users: Array.isArray(rows) ? rows.map((row) => userRowSchema.parse(row)) : [] }
}

test('joins accounts with people and the roles of people_roles [API-11,AUTH-53,AUTH-54,PERM-15]', async () => {
  const { paths, users } = await load({
    people: [ada, { id: 'c', name: 'cluster agent', email: 'agent@local' }],
    people_roles: [{ id: 'a', name: 'Ada Ops', email: 'ada@example.test', roles: ['editor', 'responder'] }],
    identities: [identity, { id: 'b', traits: { email: 'bo@example.test', name: 'Bo' }, state: 'active' }],
  })
  expect(paths.map((path) => path.split('?')[0])).toEqual([
    '/api/db/people',
    '/api/db/people_roles',
    '/api/db/identities',
  ])
  expect(users).toEqual([
    {
      id: 'a',
      name: 'Ada Ops',
      firstName: 'Ada',
      lastName: 'Ops',
      email: 'ada@example.test',
      avatar: 'https://x/a.png',
      roles: ['editor', 'responder'],
      state: 'inactive',
      stateChangedAt: '2026-01-01',
      hasSecondFactor: null,
      createdAt: '2025-01-01',
      lastLogin: '2026-01-02',
    },
    {
      id: 'b',
      name: 'Bo',
      firstName: '',
      lastName: '',
      email: 'bo@example.test',
      avatar: null,
      roles: [],
      state: 'active',
      stateChangedAt: null,
      hasSecondFactor: null,
      createdAt: null,
      lastLogin: null,
    },
  ])
})

test('lists people without a state when the backend has no accounts', async () => {
  const { users } = await load({ people: [ada], people_roles: [{ id: 'a', roles: null }] })
  expect(users.map(({ id, name, roles, state }) => ({ id, name, roles, state }))).toEqual([
    { id: 'a', name: 'Ada Ops', roles: [], state: null },
  ])
})

test('returns the same body for any row order of the backend', async () => {
  const bo = { id: 'b', traits: { email: 'bo@example.test' }, state: 'active' }
  const [once, again] = await Promise.all([
    load({ people: [ada], identities: [identity, bo] }),
    load({ people: [ada], identities: [bo, identity] }),
  ])
  expect(once.users).toEqual(again.users)
})

test('does not ask again for accounts that the backend lacks', async () => {
  const paths: string[] = []
  const source = backendUsersSource((path) => {
    paths.push(path.split('?')[0] ?? '')
    return path.includes('/identities')
      ? Promise.reject(new SourceFailure('relation "public.identities" does not exist', { status: 404 }))
      : Promise.resolve('[]')
  })
  await source.load({}, signal, { kind: 'all' })
  await source.load({}, signal, { kind: 'all' })
  expect(paths.filter((path) => path.endsWith('/identities'))).toHaveLength(1)
  expect(paths.filter((path) => path.endsWith('/people'))).toHaveLength(2)
})
