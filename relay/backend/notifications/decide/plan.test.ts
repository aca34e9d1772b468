import { expect, test } from 'vitest'
import { createRule, createSubject } from '#relay/testing/notification-inputs.ts'
import { Plan } from './plan.ts'

const rule = createRule({
  recipients: [
    { kind: 'person', id: 'ada' },
    { kind: 'team', id: 'web' },
  ],
})
const send = (id: string, more: Partial<Parameters<Plan['send']>[0]> = {}) => ({
  rule,
  subject: createSubject({ target: { id } }),
  event: 'check.failed',
  at: '2026-03-24T12:00:00Z',
  recipients: rule.recipients,
  status: 'pending' as const,
  waitMs: 0,
  hash: '',
  ...more,
})

test('keeps messages without a group apart, with one id for each recipient', () => {
  const plan = new Plan()
  const ids = [plan.send(send('a')), plan.send(send('a'))].flatMap((each) => each.ids)
  expect(plan.sends).toHaveLength(2)
  expect(new Set(ids).size).toBe(4)
})

test('adds members of a group to its first message once each, in order', () => {
  const plan = new Plan()
  for (const id of ['a', 'b', 'a', 'c']) plan.send(send(id, { hash: 'g' }))
  plan.send(send('d', { hash: 'other' }))
  expect(plan.sends.map(({ members }) => members.map(({ id }) => id))).toEqual([['a', 'b', 'c'], ['d']])
  expect([plan.hasGroup('g'), plan.hasGroup('other'), plan.hasGroup('')]).toEqual([true, true, false])
})

test.each([
  ['check.failed', true],
  ['check.passed', false],
  ['config.unhealthy', true],
  ['config.healthy', false],
  ['component.healthy', false],
])('a message of %s inhibits others: %s', (event, inhibits) => {
  const plan = new Plan()
  plan.send(send('a', { event }))
  expect(plan.notifiedBy(rule).has('a')).toBe(inhibits)
  expect(plan.notifiedBy(createRule({ id: 'other' })).size).toBe(0)
})

test('a member that joins a group inhibits as well', () => {
  const plan = new Plan()
  for (const id of ['a', 'b']) plan.send(send(id, { hash: 'g' }))
  expect([...plan.notifiedBy(rule).keys()]).toEqual(['a', 'b'])
})
