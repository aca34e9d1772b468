import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { readWhoami } from './read-whoami.ts'

const readViewer = (permissions: unknown) =>
  readWhoami(JSON.stringify({ message: 'success', payload: { user: { id: 'ada' }, roles: ['viewer'], permissions } }))

test('what a backend tells of a person counts at every gate: a deny takes a topic away', () => {
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

test('what roles bring is no grant, and a condition that always holds is none', () => {
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

test('roles are named once, and names lose their blanks', () => {
  const user = { id: 'ada', name: 'Admin ', email: 'admin@local' }
  const payload = { user, roles: ['everyone', 'admin', 'everyone', 'admin'], permissions: null }
  expect(readWhoami(JSON.stringify({ payload }))).toMatchObject({ name: 'Admin', roles: ['admin'] })
})

test('null means none, as one of the backends says it', () => {
  expect(readViewer(null).grants).toEqual([])
})
