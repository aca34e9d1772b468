import { expect, test } from 'vitest'
import type { CheckRow } from '#shared/health/check-row.ts'
import { checkRow } from '#shared/testing/check-row.ts'
import { healthTabs, selectedTab, collectTabs } from '#shared/health/health-tabs.ts'

const a = checkRow({ id: 'a', namespace: 'payments', status: 'unhealthy' })
const b = checkRow({ id: 'b', namespace: 'data' })
const c = checkRow({ id: 'c', namespace: 'data' })
const isStale = (row: CheckRow) => row === b
const tabsIn = (...rows: CheckRow[]) => collectTabs(rows, 'namespace', isStale)
const tabs = healthTabs([tabsIn(a, b), tabsIn(c)], [tabsIn(a), tabsIn(b)])

test('tabs count filtered checks and mark failures', () => {
  expect(tabs).toEqual([
    { value: 'data', count: 1, unhealthy: 0, stale: 1 },
    { value: 'payments', count: 1, unhealthy: 1, stale: 0 },
  ])
})

test('a selected tab that disappears falls back to All [HEALTH-17]', () => {
  expect([selectedTab(tabs, 'data'), selectedTab(tabs, 'gone'), selectedTab(tabs, null)]).toEqual(['data', null, null])
})
