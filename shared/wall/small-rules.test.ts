import { expect, test } from 'vitest'
import { driftAt, driftPx } from '#shared/wall/drift-at.ts'
import { viewName } from '#shared/wall/view-name.ts'
import { minuteMs } from '#shared/primitives/time-units.ts'

test('a page drifts slowly through a disc in all directions', () => {
  const week = Array.from({ length: 7 * 24 * 60 }, (_, minute) => driftAt(minute * minuteMs))
  expect(Math.max(...week.map(({ x, y }) => Math.hypot(x, y)))).toBeLessThanOrEqual(driftPx)
  const steps = week.slice(1).map(({ x, y }, i) => Math.hypot(x - (week[i]?.x ?? 0), y - (week[i]?.y ?? 0)))
  expect(Math.max(...steps)).toBeLessThan(3)
  expect([
    Math.min(...week.map(({ x }) => x)),
    Math.max(...week.map(({ x }) => x)),
    Math.min(...week.map(({ y }) => y)),
    Math.max(...week.map(({ y }) => y)),
  ]).toEqual([-7, 7, -7, 7])
})

test('a view is named after the end of its address', () => {
  expect(['/view/health?labels=x', '/view/topology/storefront-eu', '/', '/a%20b/', '/%zz'].map(viewName)).toEqual([
    'Health',
    'Storefront eu',
    'Start',
    'A b',
    '%zz',
  ])
})
