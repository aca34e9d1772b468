import { expect, test } from 'vitest'
import { createGrouping } from '#shared/health/check-groups.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { createGroupOrder, type CheckOrder } from './check-order.ts'

const at = (hour: number) => `2026-11-21T0${hour}:00:00.000Z`
const checks = [
  checkRow({ id: 'a', name: 'a', canaryName: 'one', status: 'unhealthy', severity: 'low', lastTransition: at(3) }),
  checkRow({ id: 'b', name: 'b', canaryName: 'two', status: 'unhealthy', severity: 'critical', lastTransition: at(2) }),
  checkRow({ id: 'c', name: 'c', canaryName: 'one', status: 'unhealthy', severity: 'high', lastTransition: at(1) }),
  checkRow({ id: 'd', name: 'd', canaryName: 'two', status: 'healthy', severity: '', lastTransition: at(0) }),
]
const groups = createGrouping()(checks, 'canary_name', () => false)
const order = (by: CheckOrder, desc = false) =>
  createGroupOrder(
    by,
    desc,
  )(groups)
    .map(({ title, checks: sorted }) => `${title} ${sorted.map(({ id }) => id).join('')}`)
    .join(', ')

test('sorts checks within their groups, and groups by their first check', () => {
  expect(order('since')).toBe('one ca, two bd')
  expect(order('severity')).toBe('two bd, one ca')
  expect(order('name', true)).toBe('two db, one ca')
})

test('a check without a value is last in both directions', () => {
  expect(order('since', true)).toBe('one ac, two bd')
})

test('does not sort an unchanged group again', () => {
  const sort = createGroupOrder('since', false)
  expect(sort(groups)[0]).toBe(sort(groups)[0])
})
