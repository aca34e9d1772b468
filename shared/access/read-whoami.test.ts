import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { readWhoami } from './read-whoami.ts'

const readViewer = (permissions: unknown) =>
  readWhoami(JSON.stringify({ message: 'success', payload: { user: { id: 'ada' }, roles: ['viewer'], permissions } }))

test('permissions from the backend apply at every gate: a deny removes a topic', () => {
  const deny = { id: 'p1', subject: 'ada', object: 'canaries', action: 'read', deny: true }
  const viewer = readViewer([{ subject: 'viewer', object: 'canaries', action: 'read' }, deny])
  expect(viewer).toMatchObject({
    id: 'ada',
    name: '',
    email: '',
    roles: ['viewer'],
    grants: [{ id: 'p1', deny: true }],
  })
  expect(decide(viewer, { action: 'read', resource: 'canaries' }, { nowMs: 0 }).answer).toBe('refused')
})

test('permissions of roles are not grants, and an always-true condition is dropped', () => {
  const every = {
    id: 'na',
    subject: 'viewer',
    object: '*',
    action: 'read',
    condition: 'matchResourceSelector(r.obj, "{}")',
  }
  const kratos = {
    id: 'na',
    subject: 'everyone',
    object: 'database.kratos',
    action: '*',
    deny: true,
    condition: 'true',
  }
  expect(readViewer([every, kratos]).grants).toEqual([])
  const deny = { id: 'p1', subject: 'ada', object: 'canaries', action: 'read', deny: true, condition: 'true' }
  expect(decide(readViewer([deny]), { action: 'read', resource: 'canaries' }, { nowMs: 0 }).answer).toBe('refused')
})

test('removes duplicate roles, and trims names', () => {
  const user = { id: 'ada', name: 'Admin ', email: 'admin@local' }
  const payload = { user, roles: ['everyone', 'admin', 'everyone', 'admin'], permissions: null }
  expect(readWhoami(JSON.stringify({ payload }))).toMatchObject({ name: 'Admin', roles: ['admin'] })
})

test('treats null as empty, as one backend sends it', () => {
  expect(readViewer(null).grants).toEqual([])
})
