import { expect, test } from 'vitest'
import { createRule, createSubject } from '#relay/testing/notification-inputs.ts'
import { floodHash, groupHash, formatGroup, getWindowMs } from './groups.ts'

const rule = createRule({ groupBy: ['type', 'label:team'] })
const shop = createSubject({ target: { id: 'a', labels: { team: 'shop' } } })

test.each([
  [0, 0, 30_000],
  [0, 10_000, 30_000],
  [60_000, 0, 60_000],
  [60_000, 10_000, 70_000],
])('waiting %d ms and evaluating %d ms collects a group for %d ms', (waitMs, evaluationMs, expected) => {
  expect(getWindowMs(createRule({ waitMs, evaluationMs }))).toBe(expected)
})

test('a rule without group keys sends each message alone', () => {
  expect(groupHash(createRule(), 'check.failed', shop)).toBeUndefined()
})

test('resources with equal values share a group even if other fields differ', () => {
  const other = createSubject({ target: { id: 'b', namespace: 'x', labels: { team: 'shop', tier: '1' } } })
  expect(groupHash(rule, 'check.failed', other)).toBe(groupHash(rule, 'check.failed', shop))
})

test.each([
  ['another label', rule, 'check.failed', createSubject({ target: { labels: { team: 'web' } } })],
  ['no label', rule, 'check.failed', createSubject()],
  ['a tag of the name', rule, 'check.failed', createSubject({ target: { tags: { team: 'shop' } } })],
  ['another type', rule, 'check.failed', createSubject({ target: { type: 'dns', labels: { team: 'shop' } } })],
  ['another event', rule, 'check.passed', shop],
  ['another rule', createRule({ ...rule, id: 'rule-2' }), 'check.failed', shop],
  ['other keys', createRule({ groupBy: ['type'] }), 'check.failed', shop],
] as const)('%s is another group', (_case, otherRule, event, subject) => {
  expect(groupHash(otherRule, event, subject)).not.toBe(groupHash(rule, 'check.failed', shop))
})

test('does not confuse values of different keys', () => {
  const by = createRule({ groupBy: ['label:a', 'label:b'] })
  const one = createSubject({ target: { labels: { a: 'x,', b: 'y' } } })
  const two = createSubject({ target: { labels: { a: 'x', b: ',y' } } })
  expect(groupHash(by, 'check.failed', one)).not.toBe(groupHash(by, 'check.failed', two))
})

test('a flood is a separate group for each rule and event', () => {
  const hashes = [
    floodHash(rule, 'check.failed'),
    floodHash(rule, 'check.passed'),
    floodHash(createRule({ id: 'rule-2' }), 'check.failed'),
    groupHash(rule, 'check.failed', shop),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('shows group values without their prefixes, and marks missing ones', () => {
  const by = createRule({ groupBy: ['type', 'label:team', 'tag:zone', 'namespace', 'status_reason'] })
  const subject = createSubject({
    target: { labels: { team: 'shop' }, tags: { zone: 'eu' }, row: { namespace: 'web', status_reason: 5 } },
  })
  expect(formatGroup(by, subject)).toBe('type=http, team=shop, zone=eu, namespace=web, status_reason=(none)')
})

test.each([
  ['description', { description: 'disk full' }, {}, 'disk full'],
  ['description', {}, { error: 'no route', message: 'slow' }, 'no route'],
  ['description', {}, { error: '', message: 'slow' }, 'slow'],
  ['status_reason', { status_reason: 'OOMKilled', description: 'x' }, {}, 'OOMKilled'],
  ['status_reason', { description: 'back-off' }, {}, 'back-off'],
  ['name', {}, {}, 'front'],
  ['labels', {}, {}, '(none)'],
])('groups by %s of the row %j with the result %j', (key, row, status, value) => {
  const subject = createSubject({ target: { name: 'front', row }, environment: { check_status: status } })
  expect(formatGroup(createRule({ groupBy: [key] }), subject)).toBe(`${key}=${value}`)
})
