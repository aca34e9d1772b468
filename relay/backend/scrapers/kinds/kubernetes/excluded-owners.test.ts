import { expect, test } from 'vitest'
import { ExcludedOwners } from './excluded-owners.ts'
import { kubernetesSpec } from './kubernetes-spec.ts'

const replicaSets = {
  group: 'apps',
  version: 'v1',
  kind: 'ReplicaSet',
  plural: 'replicasets',
  isNamespaced: true,
  canWatch: true,
}

const watchedOwners = () => {
  const reads: string[] = []
  const owners = new ExcludedOwners({
    api: {
      json: (path) => {
        const name = path.split('/').at(-1) ?? ''
        reads.push(name)
        const ownerReferences = [{ kind: 'Deployment', name: 'web', uid: 'd-1' }]
        return Promise.resolve({ metadata: { uid: `uid-${name}`, namespace: 'shop', ownerReferences } })
      },
    },
    spec: kubernetesSpec.parse({ clusterName: 'test', exclusions: { kind: ['ReplicaSet'] } }),
    resources: () => Promise.resolve([replicaSets]),
    listsKinds: false,
    signal: new AbortController().signal,
  })
  const findParents = (name: string) =>
    owners.parentsOf({
      metadata: {
        uid: `pod-of-${name}`,
        namespace: 'shop',
        ownerReferences: [{ kind: 'ReplicaSet', name, uid: `uid-${name}` }],
      },
    })
  return { reads, findParents }
}

test('a watch reads an owner once', async () => {
  const { reads, findParents } = watchedOwners()
  const deployment = { kind: 'parent', to: { type: 'Kubernetes::Deployment', id: 'd-1' } }
  expect(await findParents('web-1')).toEqual([deployment])
  expect(await findParents('web-1')).toEqual([deployment])
  expect(reads).toEqual(['web-1'])
})

test('a watch caches the 5,000 owners that it used last', async () => {
  const { reads, findParents } = watchedOwners()
  for (let n = 0; n < 5_000; n += 1) await findParents(`web-${n}`)
  await findParents('web-0')
  await findParents('web-5000')
  expect(reads).toHaveLength(5_001)
  await findParents('web-0')
  expect(reads).toHaveLength(5_001)
  await findParents('web-1')
  expect(reads.at(-1)).toBe('web-1')
})
