import { describe, expect, test, vi } from 'vitest'
import { hourMs } from '#shared/primitives/time-units.ts'
import { createRule, createSubject } from '#relay/testing/notification-inputs.ts'
import { decideRule } from './decide-rule.ts'
import type { Inhibitor } from './find-inhibitor.ts'
import { groupHash } from './groups.ts'
import { createPast, flood, loop } from './past.ts'
import { Plan } from './plan.ts'
import type { NotificationRule } from '#relay/backend/notifications/rules/rules.ts'
import type { Subject } from '#relay/backend/notifications/events/subject.ts'

const nowMs = Date.parse('2026-03-24T12:00:00Z')
const event = 'check.failed'
const ago = (ms: number) => new Date(nowMs - ms).toISOString()
const person = { kind: 'person', id: 'ada' } as const
const playbook = { kind: 'playbook', id: 'restart' } as const
const inhibition = { direction: 'all', from: 'Kubernetes::Node' } as const

type Rows = Parameters<typeof createPast>[0]

interface World {
  readonly rule?: Partial<NotificationRule>
  readonly past?: Partial<Rows>
  readonly inhibitor?: string
  readonly silence?: { readonly id: string; readonly name: string }
}

const createWorld = ({ rule: overrides, past: rows, inhibitor, silence }: World = {}) => {
  const rule = createRule(overrides)
  const plan = new Plan()
  const past = createPast({ sent: [], rates: [], starts: [], ...rows })
  const findInhibitor = vi.fn<() => Promise<Inhibitor | undefined>>(async () =>
    inhibitor === undefined ? undefined : { name: inhibitor, send: { id: 'n1' } },
  )
  const findSilence = vi.fn<() => Promise<World['silence']>>(async () => silence)
  const decide = (subject: Subject = createSubject(), atMs = nowMs) =>
    decideRule(
      { rule, event, at: new Date(atMs).toISOString(), subject, recipients: [{ name: 'Ada', people: ['ada'] }] },
      { past, plan, nowMs: atMs, findInhibitor, findSilence },
    )
  return { rule, plan, past, findInhibitor, findSilence, decide }
}

const sentAgo = (ms: number, key = 'front') => [{ rule: 'rule-1', event, key, at: ago(ms) }]
const rate = (things: number) => [{ rule: 'rule-1', event, things }]
const starts = (times: number) => [{ rule: 'rule-1', resource: 'front', times }]

describe('deciding step', () => {
  test.each<[string, World, string]>([
    ['a rule without recipients', { rule: { recipients: [] } }, 'recipients'],
    ['nothing against it', {}, 'send'],
    ['a waiting time', { rule: { waitMs: 1 } }, 'wait'],
    ['a group', { rule: { groupBy: ['type'] } }, 'group'],
    ['within the repeat interval', { rule: { repeatMs: hourMs }, past: { sent: sentAgo(hourMs - 1) } }, 'repeat'],
    ['exactly one repeat interval later', { rule: { repeatMs: hourMs }, past: { sent: sentAgo(hourMs) } }, 'send'],
    ['another resource was sent', { rule: { repeatMs: hourMs }, past: { sent: sentAgo(1, 'back') } }, 'send'],
    [
      'one start short of a loop',
      { rule: { recipients: [playbook] }, past: { starts: starts(loop.most - 1) } },
      'send',
    ],
    ['a loop', { rule: { recipients: [playbook] }, past: { starts: starts(loop.most) } }, 'loop'],
    ['as many starts without a playbook', { past: { starts: starts(loop.most) } }, 'send'],
    ['an inhibitor', { rule: { inhibitions: [inhibition] }, inhibitor: 'node-1' }, 'inhibition'],
    ['a silence', { silence: { id: 's1', name: 'Maintenance' } }, 'silence'],
    ['one message short of a flood', { past: { rates: rate(flood.most - 1) } }, 'send'],
    ['a flood', { past: { rates: rate(flood.most) } }, 'group'],
  ])('%s', async (_case, world, step) => {
    expect((await createWorld(world).decide()).step).toBe(step)
  })

  test('checks repeat before inhibition, and inhibition before silence', async () => {
    const all: World = {
      rule: { repeatMs: hourMs, inhibitions: [inhibition] },
      past: { sent: sentAgo(1) },
      inhibitor: 'node-1',
      silence: { id: 's1', name: 'Maintenance' },
    }
    const repeated = createWorld(all)
    expect((await repeated.decide()).step).toBe('repeat')
    expect(repeated.findInhibitor).not.toHaveBeenCalled()
    expect(repeated.findSilence).not.toHaveBeenCalled()
    const inhibited = createWorld({ ...all, past: {} })
    expect((await inhibited.decide()).step).toBe('inhibition')
    expect(inhibited.findSilence).not.toHaveBeenCalled()
  })

  test('a rule without inhibitions never looks for an inhibitor', async () => {
    const world = createWorld({ inhibitor: 'node-1' })
    expect((await world.decide()).step).toBe('send')
    expect(world.findInhibitor).not.toHaveBeenCalled()
  })
})

test.each<[string, World]>([
  ['repeat', { rule: { repeatMs: hourMs }, past: { sent: sentAgo(1) } }],
  ['loop', { rule: { recipients: [playbook] }, past: { starts: starts(loop.most) } }],
  ['inhibition', { rule: { inhibitions: [inhibition] }, inhibitor: 'node-1' }],
  ['silence', { silence: { id: 's1', name: 'Maintenance' } }],
  ['recipients', { rule: { recipients: [] } }],
])('a message suppressed by %s is not planned and does not start a repeat interval', async (step, world) => {
  const { decide, plan, past, rule } = createWorld(world)
  const before = past.lastSentAt(rule, event, 'front', nowMs)
  const decision = await decide()
  expect(decision).toMatchObject({ step, send_ids: [], recipients: [{ name: 'Ada', people: ['ada'] }] })
  expect(plan.sends).toEqual([])
  expect(past.lastSentAt(rule, event, 'front', nowMs)).toBe(before)
  expect(past.getRate(rule, event)).toBe(0)
})

test('names the silence that suppressed a message', async () => {
  const { decide } = createWorld({ silence: { id: 's1', name: 'Maintenance' } })
  expect(await decide()).toMatchObject({ silence_id: 's1', said: 'Silenced by Maintenance.' })
})

test('the second event about one resource in a batch is a repeat', async () => {
  const { decide, plan } = createWorld({ rule: { repeatMs: hourMs } })
  const [first, second, later] = [
    await decide(),
    await decide(undefined, nowMs + 1),
    await decide(undefined, nowMs + hourMs),
  ]
  expect([first.step, second.step, later.step]).toEqual(['send', 'repeat', 'send'])
  expect(second.said).toBe('Already sent 1ms ago; repeats every 1h.')
  expect(plan.sends).toHaveLength(2)
})

test('cuts a batch at the flood limit and sends the rest as one message', async () => {
  const { decide, plan } = createWorld()
  for (let index = 0; index < flood.most + 3; index += 1) await decide(createSubject({ target: { id: `c${index}` } }))
  expect(plan.sends).toHaveLength(flood.most + 1)
  expect(plan.sends.at(-1)).toMatchObject({
    waitMs: flood.windowMs,
    members: [{ id: 'c60' }, { id: 'c61' }, { id: 'c62' }],
  })
})

describe('groups', () => {
  const rule = { groupBy: ['type'], repeatMs: hourMs, recipients: [person, playbook] }
  const api = createSubject({ target: { id: 'api' } })
  const web = createSubject({ target: { id: 'web' } })

  test('members join one message while playbooks start once for each', async () => {
    const { decide, plan } = createWorld({ rule })
    const [first, second] = [await decide(api), await decide(web)]
    expect([first.step, second.step]).toEqual(['group', 'group'])
    expect(first.send_ids[0]).toBe(second.send_ids[0])
    expect(
      plan.sends.map(({ recipients, members, waitMs }) => [recipients[0]?.kind, members.map(({ id }) => id), waitMs]),
    ).toEqual([
      ['person', ['api', 'web'], 30_000],
      ['playbook', ['api'], 0],
      ['playbook', ['web'], 0],
    ])
  })

  test('a group that was sent within the repeat interval suppresses new members', async () => {
    const hash = groupHash(createRule(rule), event, api)
    const { decide, plan } = createWorld({ rule, past: { sent: sentAgo(1, hash) } })
    expect([(await decide(api)).step, (await decide(web)).step]).toEqual(['repeat', 'repeat'])
    expect(plan.sends).toEqual([])
  })

  test('a flood does not change how a group is sent', async () => {
    const { decide, plan } = createWorld({ rule, past: { rates: rate(flood.most) } })
    await decide(api)
    expect(plan.sends.map(({ waitMs }) => waitMs)).toEqual([30_000, 0])
  })
})

test('evaluates a waiting message once its waiting time is over', async () => {
  const { decide, plan } = createWorld({ rule: { waitMs: 60_000 } })
  expect((await decide()).said).toContain('1m')
  expect(plan.sends).toMatchObject([{ status: 'evaluating-waitfor', waitMs: 60_000, hash: '' }])
})
