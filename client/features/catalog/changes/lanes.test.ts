import { expect, test } from 'vitest'
import type { CatalogChange } from '#shared/catalog/catalog-changes.ts'
import { groupIntoLanes, worstSeverity } from './lanes.ts'

const change = (item: string, type: string, severity: string, count = 1): CatalogChange => ({
  id: `${item} ${type} ${severity}`,
  config_id: item,
  name: `the ${item}`,
  change_type: type,
  severity,
  created_at: '2026-11-23T12:00:00Z',
  count,
})
const changes = [
  change('a', 'diff', 'info', 90),
  change('b', 'diff', 'low'),
  change('b', 'BackOff', 'critical'),
  change('c', 'diff', 'low', 4),
  change('d', 'diff', 'strange'),
]
const summarize = (lanes: ReturnType<typeof groupIntoLanes>) =>
  lanes.map((lane) => `${lane.title} ${lane.count} ${worstSeverity(lane)}`)

test('the worst lane comes first, then the lane with the most changes', () => {
  expect(summarize(groupIntoLanes(changes, 'item', 10))).toEqual([
    'the b 2 critical',
    'the c 4 low',
    'the a 90 info',
    'the d 1 unknown',
  ])
  expect(summarize(groupIntoLanes(changes, 'type', 10))).toEqual(['BackOff 1 critical', 'diff 96 low'])
})

test('the last lane combines the rest when there are too many', () => {
  expect(summarize(groupIntoLanes(changes, 'item', 2))).toEqual(['the b 2 critical', '3 more items 95 low'])
  expect(groupIntoLanes([], 'item', 2)).toEqual([])
})
