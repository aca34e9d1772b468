import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readNotificationSpec } from './notification-document.ts'
import { writeNotificationSpec } from './write-notification.ts'

const read = (spec: string) => readNotificationSpec(parse(spec))
const minute = 60_000_000_000

const examples: readonly (readonly [spec: string, row: object])[] = [
  [
    'events: [check.failed]\nto: { email: ops@example.com }',
    {
      events: ['check.failed'],
      custom_services: [{ name: 'ops@example.com', url: 'smtp://system/?to=ops%40example.com' }],
    },
  ],
  [
    'events: [check.failed]\nto: { url: "generic+https://a.example", properties: { priority: 3 } }',
    {
      events: ['check.failed'],
      custom_services: [{ name: '', url: 'generic+https://a.example', properties: { priority: '3' } }],
    },
  ],
  [
    'events: [config.unhealthy]\nto: { connection: connection://ops/slack }\nwaitFor: 5m\nwaitForEvalPeriod: 30s\nrepeatInterval: 4h\ngroupBy: [type, "label:app"]',
    {
      events: ['config.unhealthy'],
      custom_services: [{ name: '', connection: 'connection://ops/slack' }],
      wait_for: 5 * minute,
      wait_for_eval_period: minute / 2,
      repeat_interval: '4h',
      group_by: ['type', 'label:app'],
    },
  ],
  [
    'events: [check.failed]\nto: { team: ops }\nfallback: { person: ada@example.com, delay: 10m }',
    {
      events: ['check.failed'],
      to: { team: 'ops' },
      fallback: { person: 'ada@example.com' },
      fallback_delay: 10 * minute,
    },
  ],
  [
    'events: [check.failed]\nto: { playbook: ops/restart }\nfallback: { email: a@example.com }\ninhibitions: [{ direction: incoming, from: "Kubernetes::Pod", to: ["Kubernetes::Deployment"], depth: 2 }]',
    {
      events: ['check.failed'],
      to: { playbook: 'ops/restart' },
      fallback_custom_services: [{ name: 'a@example.com', url: 'smtp://system/?to=a%40example.com' }],
      inhibitions: [{ direction: 'incoming', from: 'Kubernetes::Pod', to: ['Kubernetes::Deployment'], depth: 2 }],
    },
  ],
  [
    'events: [check.failed]\nto: { person: ada@example.com, properties: { title: "x" } }\ntitle: "{{.check.name}}"',
    {
      events: ['check.failed'],
      to: { person: 'ada@example.com' },
      properties: { title: 'x' },
      title: '{{.check.name}}',
    },
  ],
]

describe('a notification document', () => {
  test.each(examples)('%s', (spec, row) => {
    expect(read(spec)).toEqual({ spec: row })
  })

  test.each(examples)('is what the writer of backups writes: %s', (spec, row) => {
    const written = writeNotificationSpec({ ...row })
    expect(Object.keys(written).filter((key) => key.includes('_'))).toEqual([])
    expect(readNotificationSpec(written)).toEqual({ spec: row })
    expect(parse(spec)).toMatchObject({ events: written['events'] })
  })

  test('accepts one event, and the fields of a row', () => {
    expect(read('events: check.failed, check.passed\nwait_for: 300000000000')).toEqual({
      spec: { events: ['check.failed', 'check.passed'], wait_for: 5 * minute },
    })
    expect(read('events: [check.failed]\nto: { email: [a@example.com, b@example.com] }')).toMatchObject({
      spec: { custom_services: [{ url: 'smtp://system/?to=a%40example.com%2Cb%40example.com' }] },
    })
  })

  test.each([
    ['to: { team: ops }', 'spec.events: required.'],
    ['events: { a: b }', 'spec.events: must be a list of events.'],
    ['events: [check.failed]\nwaitForr: 5m', 'spec.waitForr: unknown field (did you mean "waitFor"?).'],
    ['events: [check.failed]\nwaitFor: soon', 'spec.waitFor: must be a duration such as 30s, 10m or 4h, got "soon".'],
    [
      'events: [check.failed]\nfallback: { team: ops, delay: later }',
      'spec.fallback.delay: must be a duration such as 30s, 10m or 4h, got "later".',
    ],
    ['events: [check.failed]\nto: { mail: a@example.com }', 'spec.to.mail: unknown field (did you mean "email"?).'],
    ['events: [check.failed]\nwaitFor: 90', 'spec.waitFor: must be a duration such as 5m, or a number of nanoseconds.'],
    ['events: [check.failed]\nwaitFor: 5m\nwait_for: 3', 'spec.wait_for: repeats waitFor.'],
  ])('rejects %j', (spec, error) => {
    expect(read(spec)).toEqual({ error })
  })
})

test.each([
  ['events: [check.faild]', 'spec.events[0]: unknown event "check.faild" (did you mean "check.failed"?).'],
  ['events: [check.failed, zzzzzzzz]', 'spec.events[1]: unknown event "zzzzzzzz"; use check.failed, check.passed, '],
  ['events: "check.failed, config.gone-away-now"', 'spec.events[1]: unknown event "config.gone-away-now"'],
  ['events: [check.failed]\ngroupBy: [type, cluster]', 'spec.groupBy[1]: unknown key "cluster"; use type, name, '],
  ['events: [check.failed]\ngroup_by: ["label:"]', 'spec.group_by[0]: unknown key "label:"; use type, name, '],
  ['events: [check.failed]\nto: 5', 'spec.to: must be a map, got the number 5.'],
])('an unknown value is rejected with what is allowed: %s', (spec, message) => {
  expect(read(spec)).toEqual({ error: expect.stringContaining(message) })
})
