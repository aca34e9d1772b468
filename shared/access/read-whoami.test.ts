import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import { readWhoami } from './read-whoami.ts'

const answer = (permissions: unknown) =>
  readWhoami(JSON.stringify({ message: 'success', payload: { user: { id: 'ada' }, roles: ['viewer'], permissions } }))

test('what a backend tells of a person counts at every gate: a deny takes a topic away', () => {
  const deny = { id: 'p1', subject: 'ada', object: 'canaries', action: 'read', deny: true }
  const told = answer([{ subject: 'viewer', object: 'canaries', action: 'read' }, deny])
  expect(told).toMatchObject({ id: 'ada', name: '', email: '', roles: ['viewer'], grants: [{ id: 'p1', deny: true }] })
  expect(decide(told, { action: 'read', resource: 'canaries' }, { nowMs: 0 }).answer).toBe('refused')
})

test('null means none, as one of the backends says it', () => {
  expect(answer(null).grants).toEqual([])
})
