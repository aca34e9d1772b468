import { expect, test } from 'vitest'
import type { CatalogGroup } from '#shared/catalog/catalog-summary.ts'
import type { ListedItem } from '#client/features/catalog/catalog-api.ts'
import { overviewRows, usualOrder, type OverviewRow } from './overview-rows.ts'

const groups: CatalogGroup[] = [
  { type: 'Host', count: 2, health: { healthy: 2 } },
  { type: 'File', count: 3, health: null },
  { type: 'Pod', count: 9, health: { healthy: 5, unhealthy: 1, warning: 2 } },
  { type: 'Node', count: 4, health: { warning: 1, healthy: 3 } },
]
const item = (name: string, type: string, health: string): ListedItem => ({
  id: name,
  name,
  type,
  health,
  config_class: null,
  status: null,
  tags: {},
  labels: {},
  created_at: null,
  updated_at: null,
  deleted_at: null,
  cost_per_minute: null,
  cost_total_1d: null,
  cost_total_7d: null,
  cost_total_30d: null,
  changes: null,
  analysis: null,
})
const unhealthy = [
  item('pod-1', 'Pod', 'unhealthy'),
  item('node-1', 'Node', 'warning'),
  item('pod-2', 'Pod', 'warning'),
]
const describeRow = (row: OverviewRow) => {
  if (row.kind === 'group') return `${row.name ?? '–'}${row.isOpen ? ' open' : ''}`
  return row.kind === 'item' ? `  ${row.item.id}` : `  ${row.count} more, ${row.healths}`
}
const usual = {
  groupBy: 'type',
  groups,
  unhealthy,
  folded: new Map(),
  favourites: new Set<string>(),
  inOrder: usualOrder,
}

test('the worst group comes first, expanded, with its worst items and a summary of the rest', () => {
  expect(overviewRows(usual).map(describeRow)).toEqual([
    'Pod open',
    '  pod-1',
    '  pod-2',
    '  7 more, 1 warning, 5 healthy, 1 without health',
    'Node',
    'Host',
    'File',
  ])
})

test('favourites come first, and groups can be expanded and collapsed', () => {
  const folded = new Map([
    ['Pod', false],
    ['Node', true],
    ['Host', true],
  ])
  expect(overviewRows({ ...usual, folded, favourites: new Set(['Host']) }).map(describeRow)).toEqual([
    'Host open',
    '  2 more, all healthy',
    'Pod',
    'Node open',
    '  node-1',
    '  3 more, all healthy',
    'File',
  ])
})

test('items without the grouping tag form a group without a name', () => {
  const byTag = [
    { env: 'prod', count: 1, health: { healthy: 1 } },
    { env: null, count: 2, health: { unhealthy: 1 } },
  ]
  expect(overviewRows({ ...usual, groupBy: 'env', groups: byTag }).map(describeRow)).toEqual([
    '– open',
    '  pod-1',
    '  node-1',
    '  pod-2',
    'prod',
  ])
})
