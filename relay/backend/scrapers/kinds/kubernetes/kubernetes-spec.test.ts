import { expect, test } from 'vitest'
import { isWanted, isWantedKind, isWatched, kubernetesSpec } from './kubernetes-spec.ts'

const makeSpec = (more: object = {}) => kubernetesSpec.parse({ clusterName: 'eu', ...more })
const pods = { group: '', version: 'v1', kind: 'Pod', plural: 'pods', isNamespaced: true, canWatch: true }
const nodes = { ...pods, kind: 'Node', plural: 'nodes', isNamespaced: false }

test('limits concurrent requests to sixty-four by default [CAT-24]', () => {
  expect(makeSpec().maxInflight).toBe(64)
  expect(makeSpec({ maxInflight: 3 }).maxInflight).toBe(3)
})

test('filters kinds by scope, namespace and exclusions; a list of exclusions names kinds', () => {
  const wanted = (more: object) => [pods, nodes].map((resource) => isWantedKind(makeSpec(more), resource))
  expect(wanted({})).toEqual([true, true])
  expect(wanted({ scope: 'namespace' })).toEqual([true, false])
  expect(wanted({ scope: 'cluster' })).toEqual([false, true])
  expect(wanted({ namespace: 'shop' })).toEqual([true, false])
  expect(wanted({ exclusions: ['Po*'] })).toEqual([false, true])
  expect(isWantedKind(makeSpec(), { ...pods, kind: 'Lease' })).toBe(false)
})

test('follows a kind that can be watched and is not excluded by a list', () => {
  expect(isWatched(makeSpec(), pods)).toBe(true)
  expect(isWatched(makeSpec(), { ...pods, canWatch: false })).toBe(false)
  expect(isWatched(makeSpec({ watch: [{ apiVersion: 'v1', kind: 'Pod' }] }), pods)).toBe(true)
  expect(isWatched(makeSpec({ watch: [{ apiVersion: 'apps/v1', kind: 'Pod' }] }), pods)).toBe(false)
})

test('keeps an object that matches no exclusion', () => {
  const spec = makeSpec({ exclusions: { labels: { env: 'dev*' } } })
  const labelled = (labels: Record<string, string>) => isWanted(spec, { kind: 'Pod', metadata: { name: 'a', labels } })
  expect([labelled({ env: 'dev-1' }), labelled({ env: 'prod' }), labelled({})]).toEqual([false, true, true])
})
