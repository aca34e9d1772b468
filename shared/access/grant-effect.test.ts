import { describe, expect, test } from 'vitest'
import { grantEffect, isUsed, type Person } from './grant-effect.ts'
import { grantSchema, type Grant } from './grant.ts'

const nowMs = Date.parse('2026-11-21T08:00:00Z')
const grant = (fields: Partial<Grant>): Grant =>
  grantSchema.parse({ id: 'g', subject: 't1', subject_type: 'team', action: 'read', ...fields })
const team = { id: 't1', name: 'payments' }
const ada: Person = { id: 'ada', name: 'Ada', roles: ['viewer'], teams: [team] }
const mara: Person = { id: 'mara', name: 'Mara', roles: ['admin'], teams: [team] }
const stranger: Person = { id: 'sam', name: 'Sam', roles: [] }
const people = [ada, mara, stranger]

const effects = (before: Grant | null, after: Grant | null, others: readonly Grant[] = []) =>
  grantEffect(people, others, { before, after }, nowMs).map(({ person, gains, loses }) => [
    person.name,
    gains.map(({ action, object, inPart }) => `${action} ${object}${inPart ? ' in part' : ''}`),
    loses.map(({ action, object, inPart }) => `${action} ${object}${inPart ? ' in part' : ''}`),
  ])

describe('the effect of a permission', () => {
  test('is listed for exactly the people it applies to', () => {
    expect(effects(null, grant({ object: 'connection' }))).toEqual([
      ['Ada', ['read connection'], []],
      ['Mara', [], []],
    ])
  })

  test('of a deny removes what a role grants', () => {
    expect(effects(null, grant({ object: 'connection', action: 'update', deny: true }))).toEqual([
      ['Ada', [], []],
      ['Mara', [], ['update connection']],
    ])
  })

  test('is reversed when the permission is deleted', () => {
    expect(effects(grant({ object: 'connection' }), null)[0]).toEqual(['Ada', [], ['read connection']])
  })

  test('accounts for other grants and denies', () => {
    const deny = grant({ id: 'd', subject: 'ada', subject_type: 'person', object: '*', action: '*', deny: true })
    expect(effects(null, grant({ object: 'connection' }), [deny])[0]).toEqual(['Ada', [], []])
    const same = grant({ id: 's', object: 'connection' })
    expect(effects(null, grant({ object: 'connection' }), [same])[0]).toEqual(['Ada', [], []])
  })

  test('of an expired permission is empty', () => {
    expect(effects(null, grant({ object: 'connection', until: '2026-11-21T07:00:00Z' }))[0]).toEqual(['Ada', [], []])
  })

  test('on one resource is partial, and differs per resource', () => {
    const one = grant({ action: 'playbook:run', playbook_id: 'p1' })
    const two = grant({ action: 'playbook:run', playbook_id: 'p2' })
    const part = ['playbook:run playbooks in part']
    expect(effects(null, one)[0]).toEqual(['Ada', part, []])
    expect(effects(one, two)[0]).toEqual(['Ada', part, part])
    expect(effects(one, one)[0]).toEqual(['Ada', [], []])
    expect(effects(null, one, [{ ...two, id: 'h' }])[0]).toEqual(['Ada', part, []])
    expect(effects(null, { ...one, deny: true })[1]).toEqual(['Mara', [], part])
  })

  test('moves with the subject', () => {
    const toSam = grant({ object: 'connection', subject: 'sam', subject_type: 'person' })
    expect(effects(grant({ object: 'connection' }), toSam)).toEqual([
      ['Ada', [], ['read connection']],
      ['Mara', [], []],
      ['Sam', ['read connection'], []],
    ])
  })

  test('of an unused action is empty', () => {
    expect(isUsed(grant({ object: 'kubernetes-proxy' }))).toBe(false)
    expect(isUsed(grant({ object: 'artifact' }))).toBe(true)
  })
})
