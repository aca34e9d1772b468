import { expect, test } from 'vitest'
import { changeOfEvent } from './event-change.ts'
import { kubernetesSpec } from './kubernetes-spec.ts'

const specOf = (event?: object) =>
  kubernetesSpec.parse({ clusterName: 'eu', ...(event === undefined ? {} : { event }) })
const event = (more: object = {}) => ({
  metadata: { name: 'a', uid: 'e-1', namespace: 'shop', creationTimestamp: '2026-11-01T00:00:00Z' },
  involvedObject: { kind: 'Pod', name: 'web', namespace: 'shop', uid: 'u-1' },
  reason: 'Scheduled',
  message: 'Assigned',
  type: 'Normal',
  ...more,
})

test('an event is a change of what it is about, by whom and how often it says', () => {
  const series = { count: 4, lastObservedTime: '2026-11-02T00:00:00Z' }
  expect(changeOfEvent(event({ series, reportingComponent: 'scheduler' }), specOf())).toEqual({
    kind: 'change',
    ids: ['u-1', 'eu/Pod/shop/web'],
    change: {
      changeType: 'Scheduled',
      severity: 'info',
      source: 'kubernetes',
      summary: 'Assigned',
      externalId: 'e-1',
      createdAt: '2026-11-02T00:00:00Z',
      createdBy: 'scheduler',
      count: 4,
      details: { type: 'Normal', reason: 'Scheduled', component: 'scheduler', firstTimestamp: null },
    },
  })
})

test.each([
  [{}, 'info'],
  [{ type: 'Warning', reason: 'DNSConfigForming' }, 'medium'],
  [{ type: 'Warning', reason: 'FailedScheduling' }, 'high'],
])('an event with %j is %s', (more, severity) => {
  expect(changeOfEvent(event(more), specOf())?.change.severity).toBe(severity)
})

test('words of the scraper decide before, and events of names, namespaces and reasons can be left out', () => {
  const keywords = { severityKeywords: { warn: ['schedul'], error: ['assign'] } }
  expect(changeOfEvent(event(), specOf(keywords))?.change.severity).toBe('medium')
  for (const exclusions of [{ name: ['we*'] }, { namespace: ['shop'] }, { reason: ['Scheduled'] }])
    expect(changeOfEvent(event(), specOf({ exclusions }))).toBeUndefined()
  expect(changeOfEvent({ no: 'event' }, specOf())).toBeUndefined()
})
