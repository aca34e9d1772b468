import { expect, test } from 'vitest'
import { toEventChange } from './event-change.ts'
import { kubernetesSpec } from './kubernetes-spec.ts'

const makeSpec = (event?: object) => kubernetesSpec.parse({ clusterName: 'eu', ...(event !== undefined && { event }) })
const event = (more: object = {}) => ({
  metadata: { name: 'a', uid: 'e-1', namespace: 'shop', creationTimestamp: '2026-11-01T00:00:00Z' },
  involvedObject: { kind: 'Pod', name: 'web', namespace: 'shop', uid: 'u-1' },
  reason: 'Scheduled',
  message: 'Assigned',
  type: 'Normal',
  ...more,
})

test('an event is a change of its object, with author and count', () => {
  const series = { count: 4, lastObservedTime: '2026-11-02T00:00:00Z' }
  expect(toEventChange(event({ series, reportingComponent: 'scheduler' }), makeSpec())).toEqual({
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
  expect(toEventChange(event(more), makeSpec())?.change.severity).toBe(severity)
})

test('keywords of the scraper decide the severity first, and names, namespaces and reasons can be excluded', () => {
  const keywords = { severityKeywords: { warn: ['schedul'], error: ['assign'] } }
  expect(toEventChange(event(), makeSpec(keywords))?.change.severity).toBe('medium')
  for (const exclusions of [{ name: ['we*'] }, { namespace: ['shop'] }, { reason: ['Scheduled'] }])
    expect(toEventChange(event(), makeSpec({ exclusions }))).toBeUndefined()
  expect(toEventChange({ no: 'event' }, makeSpec())).toBeUndefined()
})
