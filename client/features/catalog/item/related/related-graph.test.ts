import { expect, test } from 'vitest'
import type { RelatedFilter, RelatedItem } from './related-api.ts'
import { countRelated, relatedGraph, relatedOptions } from './related-graph.ts'

const item = (id: string, relatedIds: readonly string[], more: Partial<RelatedItem> = {}): RelatedItem => ({
  id,
  name: id,
  type: 'Kubernetes::Pod',
  status: null,
  health: 'healthy',
  tags: {},
  changes: 0,
  created_at: null,
  updated_at: null,
  deleted_at: null,
  related_ids: [...relatedIds],
  ...more,
})
const items = [
  item('root', ['a', 'b'], { type: 'Kubernetes::Namespace' }),
  item('a', ['c'], { tags: { env: 'production' } }),
  item('b', ['root']),
  item('c', [], { health: 'unhealthy', status: 'CrashLoopBackOff', tags: { env: 'staging' } }),
]
const none: RelatedFilter = { types: new Map(), healths: new Map(), statuses: new Map(), tags: new Map() }

test('related items become nodes with state and note, and known soft edges are marked', () => {
  const { nodes, edges } = relatedGraph(items, 'root', new Set(['root b']), none)
  expect(nodes[3]).toEqual({
    id: 'c',
    name: 'c',
    type: 'Kubernetes::Pod',
    state: 'unhealthy',
    note: 'Pod, CrashLoopBackOff',
  })
  expect(edges.filter(({ isSoft }) => isSoft)).toEqual([{ source: 'root', target: 'b', isSoft: true }])
  expect(edges.length).toBe(4)
})

test('a filter keeps matching items and fades those on the path to them', () => {
  const filter: RelatedFilter = { ...none, healths: new Map([['unhealthy', 1]]) }
  const { nodes, edges } = relatedGraph(items, 'root', new Set(), filter)
  expect(nodes.map(({ id, isFaded = false }) => [id, isFaded])).toEqual([
    ['root', false],
    ['a', true],
    ['c', false],
  ])
  expect(edges.map(({ source, target }) => `${source} ${target}`)).toEqual(['root a', 'a c'])
  expect(countRelated(items, 'root', filter)).toEqual({ total: 1, unhealthy: 1, warning: 0 })
})

const counted = (tags: RelatedFilter['tags']) => countRelated(items, 'root', { ...none, tags }).total

test('tags match any included value and no excluded one', () => {
  expect(
    counted(
      new Map([
        ['env=production', 1],
        ['env=staging', 1],
      ]),
    ),
  ).toBe(2)
  expect(counted(new Map([['env=staging', -1]]))).toBe(2)
  expect(
    counted(
      new Map([
        ['env=production', 1],
        ['env=staging', -1],
      ]),
    ),
  ).toBe(1)
})

test('the filter options are the existing values with their counts', () => {
  expect(relatedOptions(items)).toEqual({
    types: [
      { value: 'Kubernetes::Namespace', count: 1 },
      { value: 'Kubernetes::Pod', count: 3 },
    ],
    healths: [
      { value: 'healthy', count: 3 },
      { value: 'unhealthy', count: 1 },
    ],
    statuses: [{ value: 'CrashLoopBackOff', count: 1 }],
    tags: [
      { value: 'env=production', count: 1 },
      { value: 'env=staging', count: 1 },
    ],
  })
})
