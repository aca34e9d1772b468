import { expect, test } from 'vitest'
import { toManifestItem } from './manifest-item.ts'
import { kubernetesHealth, kubernetesStatus } from '#relay/backend/templates/functions/resource-functions.ts'

const makeItem = (manifest: object) => {
  const found = toManifestItem(manifest, { source: 'a.yaml' })
  if (found.kind === 'error') throw new Error(found.reason)
  return found
}
const makeLinks = (kind: string, spec: object) =>
  makeItem({ kind, metadata: { name: 'x', namespace: 'shop' }, spec }).known.links?.slice(1)
const parent = (type: string, id: string) => ({ kind: 'parent', to: { type, id } })
const related = (relation: string, type: string, id: string) => ({ kind: 'related', relation, to: { type, id } })

test('identifies an object by kind, namespace and name, or by its uid with that as an alias', () => {
  const service = { kind: 'Service', metadata: { name: 'web', labels: { app: 'web', version: 2 } } }
  expect(makeItem(service).known).toMatchObject({
    type: 'Kubernetes::Service',
    id: 'Service/default/web',
    aliases: [],
    configClass: 'Service',
    labels: { app: 'web', version: '2' },
    tags: { namespace: 'default' },
    health: null,
  })
  const node = {
    kind: 'Node',
    metadata: { name: 'n1', uid: 'u-1' },
    status: { conditions: [{ type: 'Ready', status: 'True' }] },
  }
  expect(makeItem(node).known).toMatchObject({
    id: 'u-1',
    aliases: ['Node/-/n1'],
    tags: {},
    status: 'Ready',
    health: 'healthy',
    links: [],
  })
  expect(toManifestItem({ name: 'x' }, { source: 'a.yaml' })).toEqual({
    kind: 'error',
    reason: 'a.yaml: Not a Kubernetes object with kind and metadata.name.',
  })
})

test("stores only the names of a secret's values, and no bookkeeping annotations", () => {
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'db',
      managedFields: [{}],
      annotations: { 'kubectl.kubernetes.io/last-applied-configuration': '{"data":{"pin":"MTIz"}}', team: 'shop' },
    },
    data: { pin: 'MTIz' },
    stringData: { word: 'abc' },
  }
  expect(makeItem(secret).config).toEqual({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'db', annotations: { team: 'shop' } },
    data: { pin: '***' },
    stringData: { word: '***' },
  })
})

test('links a deployment to what its pods use, and a pod to its owner, node and namespace', () => {
  const spec = {
    serviceAccountName: 'web',
    containers: [
      {
        name: 'web',
        env: [{ name: 'A', valueFrom: { secretKeyRef: { name: 'db', key: 'a' } } }],
        envFrom: [{ configMapRef: { name: 'settings' } }],
      },
    ],
    volumes: [
      { name: 'v', persistentVolumeClaim: { claimName: 'data' } },
      { name: 's', secret: { secretName: 'db' } },
      { name: 'c', configMap: { name: 'settings' } },
    ],
  }
  const deployment = { kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' }, spec: { template: { spec } } }
  expect(makeItem(deployment).known.links).toEqual([
    parent('Kubernetes::Namespace', 'Namespace/-/shop'),
    related('uses', 'Kubernetes::ServiceAccount', 'ServiceAccount/shop/web'),
    related('uses', 'Kubernetes::Secret', 'Secret/shop/db'),
    related('uses', 'Kubernetes::ConfigMap', 'ConfigMap/shop/settings'),
    related('uses', 'Kubernetes::PersistentVolumeClaim', 'PersistentVolumeClaim/shop/data'),
  ])
  const pod = {
    kind: 'Pod',
    metadata: {
      name: 'web-1',
      namespace: 'shop',
      ownerReferences: [{ kind: 'ReplicaSet', name: 'web-x', uid: 'u-9' }],
    },
    spec: { nodeName: 'n1', containers: [] },
  }
  expect(makeItem(pod).known.links).toEqual([
    parent('Kubernetes::ReplicaSet', 'u-9'),
    parent('Kubernetes::Namespace', 'Namespace/-/shop'),
    related('runs on', 'Kubernetes::Node', 'Node/-/n1'),
  ])
})

test('a service selects pods, an ingress routes to services, an autoscaler scales', () => {
  expect(makeLinks('Service', { selector: { app: 'web' } })).toEqual([
    {
      kind: 'related',
      relation: 'selects',
      to: { type: 'Kubernetes::Pod', namespace: 'shop', labels: { app: 'web' } },
    },
  ])
  const paths = [{ path: '/', backend: { service: { name: 'web', port: { number: 80 } } } }]
  expect(makeLinks('Ingress', { rules: [{ http: { paths } }] })).toEqual([
    related('routes to', 'Kubernetes::Service', 'Service/shop/web'),
  ])
  expect(makeLinks('HorizontalPodAutoscaler', { scaleTargetRef: { kind: 'Deployment', name: 'web' } })).toEqual([
    related('scales', 'Kubernetes::Deployment', 'Deployment/shop/web'),
  ])
})

test.each([
  ['Pod', {}, { phase: 'Running', containerStatuses: [{ ready: true }] }, 'Running', 'healthy'],
  ['Pod', {}, { phase: 'Running', containerStatuses: [{ ready: false }] }, 'Running', 'warning'],
  [
    'Pod',
    {},
    { phase: 'Running', containerStatuses: [{ ready: false, state: { waiting: { reason: 'CrashLoopBackOff' } } }] },
    'CrashLoopBackOff',
    'unhealthy',
  ],
  ['Pod', {}, { phase: 'Pending' }, 'Pending', 'warning'],
  [
    'Pod',
    {},
    { phase: 'Pending', initContainerStatuses: [{ state: { waiting: { reason: 'ImagePullBackOff' } } }] },
    'Init:ImagePullBackOff',
    'unhealthy',
  ],
  [
    'Pod',
    {},
    { phase: 'Running', containerStatuses: [{ state: { terminated: { reason: 'OOMKilled', exitCode: 137 } } }] },
    'OOMKilled',
    'unhealthy',
  ],
  ['Pod', {}, { phase: 'Failed', reason: 'Evicted' }, 'Evicted', 'unhealthy'],
  [
    'Deployment',
    {},
    { conditions: [{ type: 'Progressing', status: 'False', reason: 'ProgressDeadlineExceeded' }] },
    'ProgressDeadlineExceeded',
    'unhealthy',
  ],
  ['CronJob', { suspend: true }, {}, 'Suspended', 'warning'],
  ['Service', { type: 'LoadBalancer' }, { loadBalancer: {} }, 'Pending', 'warning'],
  ['Namespace', {}, { phase: 'Terminating' }, 'Terminating', 'warning'],
  ['PersistentVolume', {}, { phase: 'Released' }, 'Released', 'warning'],
  ['Certificate', {}, { conditions: [{ type: 'Ready', status: 'True' }] }, 'Ready', 'healthy'],
  ['Certificate', {}, { conditions: [{ type: 'Ready', status: 'False', reason: 'Expired' }] }, 'Expired', 'unhealthy'],
  ['Certificate', {}, { conditions: [{ type: 'Ready', status: 'False', reason: 'Issuing' }] }, 'Issuing', 'warning'],
  ['Certificate', {}, 'broken', null, null],
  ['Pod', {}, { phase: 'Failed' }, 'Failed', 'unhealthy'],
  ['Deployment', { replicas: 3 }, { readyReplicas: 3 }, '3 of 3 ready', 'healthy'],
  ['Deployment', { replicas: 3 }, { readyReplicas: 1 }, '1 of 3 ready', 'warning'],
  ['StatefulSet', {}, {}, '0 of 1 ready', 'unhealthy'],
  ['DaemonSet', {}, { numberReady: 2, desiredNumberScheduled: 2 }, '2 of 2 ready', 'healthy'],
  ['Node', {}, { conditions: [{ type: 'Ready', status: 'False' }] }, 'NotReady', 'unhealthy'],
  ['Job', {}, { conditions: [{ type: 'Failed', status: 'True' }] }, 'Failed', 'unhealthy'],
  ['PersistentVolumeClaim', {}, { phase: 'Bound' }, 'Bound', 'healthy'],
])('a %s with %j and %j is %s and %s', (kind, spec, status, text, health) => {
  expect(makeItem({ kind, metadata: { name: 'x' }, spec, status }).known).toMatchObject({ status: text, health })
})

const inCluster = (manifest: object) => {
  const found = toManifestItem(manifest, { source: 'https://k8s', cluster: 'eu' })
  return found.kind === 'item' ? found.known : undefined
}

test('in a cluster, ids contain the cluster name, and objects without a namespace belong to the cluster', () => {
  const cluster = parent('Kubernetes::Cluster', 'Kubernetes/Cluster/eu')
  expect(inCluster({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'n1', uid: 'u' } })).toMatchObject({
    aliases: ['eu/Node/-/n1'],
    tags: { cluster: 'eu' },
    links: [cluster],
  })
  const claim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'data', uid: 'u', namespace: 'shop', deletionTimestamp: '2026-11-01T00:00:00Z' },
    spec: { volumeName: 'v', storageClassName: 'fast' },
    status: { phase: 'Bound' },
  }
  expect(inCluster(claim)).toMatchObject({
    status: 'Terminating',
    health: 'warning',
    links: [
      parent('Kubernetes::Namespace', 'eu/Namespace/-/shop'),
      related('is bound to', 'Kubernetes::PersistentVolume', 'eu/PersistentVolume/-/v'),
      related('uses', 'Kubernetes::StorageClass', 'eu/StorageClass/-/fast'),
      cluster,
    ],
  })
  const custom = {
    apiVersion: 'serving.example.test/v1',
    kind: 'Service',
    metadata: { name: 'a', uid: 'u', namespace: 'b' },
  }
  expect(inCluster(custom)?.aliases).toEqual(['eu/Service.serving.example.test/b/a'])
})

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
