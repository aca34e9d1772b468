import { expect, test } from 'vitest'
import { kubernetesHealth, kubernetesStatus } from './resource-functions.ts'

test('an object that is being deleted is a warning', () => {
  const object = { kind: 'Pod', metadata: { name: 'x', deletionTimestamp: '2026-01-01' }, status: { phase: 'Running' } }
  expect([kubernetesHealth(object), kubernetesStatus(object)]).toEqual(['warning', 'Terminating'])
})

test.each([
  [{ status: { phase: 'Running' } }, 'healthy'],
  [{ status: { phase: 'Failed' } }, 'unhealthy'],
  [{ spec: { replicas: 2 }, status: { readyReplicas: 2 } }, 'healthy'],
  [{ status: { conditions: [{ type: 'Ready', status: 'True' }] } }, 'healthy'],
  [{}, 'unknown'],
  ['text', 'unknown'],
])('the health of the part %j is %s', (object, health) => {
  expect(kubernetesHealth(object)).toBe(health)
})
