import { expect, test } from 'vitest'
import { parseSelectors, toLookedReference } from './link-rules.ts'

const item = { labels: { app: 'web', team: '' }, tags: { cluster: 'prod', namespace: 'shop' } }
const none = { id: undefined, agent: undefined, scraper: undefined }
const find = (rule: Parameters<typeof toLookedReference>[0], own: typeof item | { labels: {}; tags: {} } = item) =>
  toLookedReference(rule, 'rule', new Map([['rule.name.expr', '']]), own)

test.each([
  ['a kind', { kind: { value: 'Pod' }, name: { label: 'app' } }, 'Kubernetes::Pod'],
  ['a whole type as kind', { kind: { value: 'Kubernetes::Pod' }, name: { label: 'app' } }, 'Kubernetes::Pod'],
])('%s refers to objects of the same cluster', (_, rule, type) => {
  expect(find(rule)).toEqual({ ...none, type, name: 'web', tags: { cluster: 'prod' } })
})

test('other rules refer to items of any cluster, and objects without a cluster to those of any', () => {
  expect(find({ type: { value: 'App' }, name: { label: 'app' } })).toEqual({ ...none, type: 'App', name: 'web' })
  expect(find({ kind: { value: 'Pod' }, name: { value: 'web' } }, { labels: {}, tags: {} })).toEqual({
    ...none,
    type: 'Kubernetes::Pod',
    name: 'web',
  })
})

test.each([
  [
    'an expression that returns nothing',
    { kind: { value: 'Pod' }, name: { expr: { language: 'expr', source: "''" } } },
  ],
  ['a label that the item does not have', { kind: { value: 'Pod' }, name: { label: 'other' } }],
] as const)('%s refers to no item', (_, rule) => {
  expect(find(rule)).toBeUndefined()
})

test('the scope "all" is that of a rule without one', () => {
  expect(find({ id: { value: 'a' }, scope: { value: 'all' } })).toEqual({ ...none, type: undefined, id: 'a' })
  expect(find({ id: { value: 'a' }, scope: { value: 'apps' } })).toMatchObject({ scraper: 'apps' })
})

test.each([
  ['a field that selectors do not have', [{ external_id: 'a', config_type: 'App' }]],
  ['a name without a type', [{ type: 'App', name: 'web' }, { name: 'web' }]],
  ['text that is no JSON', 'App/web'],
])('rejects %s', (_, value) => {
  expect(parseSelectors(value)).toBeUndefined()
})

test.each([
  ['empty values', [{ type: 'App', name: '' }]],
  ['empty text', ' '],
  ['null', null],
])('%s select nothing', (_, value) => {
  expect(parseSelectors(value)).toEqual([])
})
