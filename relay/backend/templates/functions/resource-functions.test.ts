import { expect, test } from 'vitest'
import { toManifestItem } from '#relay/backend/scrapers/kinds/kubernetes/manifest-item.ts'
import { kubernetesHealth, kubernetesStatus } from './resource-functions.ts'

const waiting = (reason: string) => ({ containerStatuses: [{ ready: false, state: { waiting: { reason } } }] })
const condition = (type: string, status: string, reason?: string) => ({ conditions: [{ type, status, reason }] })

test.each([
  ['Pod', {}, { phase: 'Running', containerStatuses: [{ ready: true }] }, 'healthy', 'Running'],
  ['Pod', {}, { phase: 'Running', ...waiting('CrashLoopBackOff') }, 'unhealthy', 'CrashLoopBackOff'],
  ['Pod', {}, { phase: 'Pending', ...waiting('ContainerCreating') }, 'warning', 'ContainerCreating'],
  ['Deployment', { replicas: 3 }, { readyReplicas: 1 }, 'warning', '1 of 3 ready'],
  ['StatefulSet', { replicas: 1 }, {}, 'unhealthy', '0 of 1 ready'],
  ['Job', {}, condition('Failed', 'True'), 'unhealthy', 'Failed'],
  ['PersistentVolumeClaim', {}, { phase: 'Lost' }, 'unhealthy', 'Lost'],
  ['Certificate', {}, condition('Ready', 'False', 'Issuing'), 'warning', 'Issuing'],
  ['Widget', {}, { phase: 'Odd' }, 'unknown', 'Odd'],
])('the state of a %s with %j and %j is that of its catalog item', (kind, spec, status, health, text) => {
  const object = { kind, metadata: { name: 'x' }, spec, status }
  expect([kubernetesHealth(object), kubernetesStatus(object)]).toEqual([health, text])
  const item = toManifestItem(object, { source: 'a.yaml' })
  const known = item.kind === 'error' ? undefined : item.known
  expect([known?.health ?? 'unknown', known?.status]).toEqual([health, text])
})

test('an object that is being deleted is a warning', () => {
  const object = { kind: 'Pod', metadata: { name: 'x', deletionTimestamp: '2026-01-01' }, status: { phase: 'Running' } }
  expect([kubernetesHealth(object), kubernetesStatus(object)]).toEqual(['warning', 'Terminating'])
})

test.each([
  [{ status: { phase: 'Running' } }, 'healthy'],
  [{ status: { phase: 'Failed' } }, 'unhealthy'],
  [{ spec: { replicas: 2 }, status: { readyReplicas: 2 } }, 'healthy'],
  [{ status: condition('Ready', 'True') }, 'healthy'],
  [{}, 'unknown'],
  ['text', 'unknown'],
])('the health of the part %j is %s', (object, health) => {
  expect(kubernetesHealth(object)).toBe(health)
})
