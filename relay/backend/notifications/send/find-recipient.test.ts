import { expect, test } from 'vitest'
import { findRecipient } from './find-recipient.ts'
import type { Payload } from '#relay/backend/notifications/outbox/outbox.ts'
import type { Recipient } from '#relay/backend/notifications/rules/rules.ts'

const person = { kind: 'person', id: 'ada' } as const
const team = { kind: 'team', id: 'web' } as const
const onCall = { kind: 'onCall', id: 'web', hasServices: false } as const
const playbook = { kind: 'playbook', id: 'restart' } as const
const service = (index: number, own: { id: string; name: string } | null = null): Recipient => ({
  kind: 'service',
  index,
  service: { name: `service ${index}`, properties: {} },
  team: own,
})
const ofTeam = service(1, { id: 'web', name: 'Web' })
const rule = { recipients: [person, team, onCall, playbook, service(0), service(1), ofTeam], fallback: [service(0)] }

const find = (payload: Partial<Payload>, ids: { person?: string; team?: string } = {}) =>
  findRecipient(rule, {
    person_id: ids.person ?? null,
    team_id: ids.team ?? null,
    payload: { title: '', message: '', recipient: '', ...payload },
  })

test.each<[Recipient | undefined, Partial<Payload>, { person?: string; team?: string }]>([
  [person, { recipientKind: 'person' }, { person: 'ada' }],
  [undefined, { recipientKind: 'person' }, { person: 'ben' }],
  [team, { recipientKind: 'team' }, { team: 'web' }],
  [onCall, { recipientKind: 'onCall' }, { team: 'web', person: 'ada' }],
  [playbook, { recipientKind: 'playbook', service: null }, {}],
  [service(1), { recipientKind: 'service', service: 1 }, {}],
  [ofTeam, { recipientKind: 'service', service: 1 }, { team: 'web' }],
  [undefined, { recipientKind: 'service', service: 1 }, { team: 'other' }],
  [undefined, { recipientKind: 'service', service: 2 }, {}],
])('finds %j', (expected, payload, ids) => {
  expect(find(payload, ids)).toEqual(expected)
})

test('finds a message stored without a kind by its ids', () => {
  expect(find({}, { person: 'ada' })).toEqual(person)
  expect(find({}, { team: 'web' })).toEqual(team)
  expect(find({ service: 1 })).toEqual(service(1))
  expect(find({})).toEqual(playbook)
})

test('searches only the fallback recipients for a fallback message', () => {
  expect(find({ isFallback: true, recipientKind: 'person' }, { person: 'ada' })).toBeUndefined()
  expect(find({ isFallback: true, recipientKind: 'service', service: 0 })).toEqual(service(0))
})

test('a deleted rule has no recipients', () => {
  expect(
    findRecipient(undefined, { person_id: 'ada', team_id: null, payload: { title: '', message: '', recipient: '' } }),
  ).toBeUndefined()
})
