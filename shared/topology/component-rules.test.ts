import { describe, expect, test } from 'vitest'
import { readFilter } from '#shared/filters/filter-value.ts'
import { componentCounts } from './component-counts.ts'
import { componentMatcher, type ComponentFilters } from './component-filter.ts'
import { toComponentHealth, countHealths } from './component-health.ts'
import { childrenLine, failureLine } from './component-line.ts'
import { orderComponents, propertyOrder, worstFirst } from './component-order.ts'
import { componentTree } from './component-tree.ts'
import { headlineNames, orderProperties } from './property-order.ts'
import { componentRowSchema, type ComponentRow } from './topology.ts'

const row = (name: string, more: Partial<ComponentRow> = {}): ComponentRow =>
  componentRowSchema.parse({ id: name, name, level: 0, ...more })
const ids = (rows: readonly ComponentRow[]) => rows.map(({ id }) => id)

describe('the health of a component', () => {
  test('comes from its health, otherwise its status, otherwise unknown', () => {
    expect(toComponentHealth({ health: 'Unhealthy', status: 'healthy' })).toBe('unhealthy')
    expect(toComponentHealth({ status: 'error' })).toBe('unhealthy')
    expect(toComponentHealth({ health: null, status: 'info' })).toBe('healthy')
    expect(toComponentHealth({ status: 'Provisioning' })).toBe('unknown')
    expect(toComponentHealth({})).toBe('unknown')
  })

  test('is counted', () => {
    expect(countHealths([{ health: 'healthy' }, { health: 'healthy' }, { health: 'warning' }])).toEqual({
      unhealthy: 0,
      warning: 1,
      unknown: 0,
      healthy: 2,
    })
  })
})

describe('the order of cards', () => {
  const disk = { name: 'disk', headline: true }
  const rows = [
    row('b', {
      health: 'healthy',
      type: 'App',
      updated_at: '2026-01-02T00:00:00Z',
      properties: [{ ...disk, value: 9 }],
    }),
    row('a', {
      health: 'healthy',
      type: 'Disk',
      updated_at: '2026-01-03T00:00:00Z',
      properties: [{ ...disk, value: 10 }],
    }),
    row('d', { health: 'unhealthy', type: 'App', updated_at: '2026-01-01T00:00:00Z' }),
    row('c', { health: 'warning' }),
  ]

  test('starts with the worst, then sorts by name', () => {
    expect(ids(orderComponents(rows, worstFirst))).toEqual(['d', 'c', 'a', 'b'])
    expect(ids(orderComponents(rows, { by: 'status', desc: false }))).toEqual(['a', 'b', 'c', 'd'])
  })

  test('follows the document among equal health, with unordered components last', () => {
    const placed = [row('a', {}), row('b', { order: 2 }), row('c', { order: 1 }), row('d', { health: 'unhealthy' })]
    expect(ids(orderComponents(placed, worstFirst))).toEqual(['d', 'c', 'b', 'a'])
  })

  test('sorts by name, type, update or a headline property; missing values are last', () => {
    expect(ids(orderComponents(rows, { by: 'name', desc: false }))).toEqual(['a', 'b', 'c', 'd'])
    expect(ids(orderComponents(rows, { by: 'type', desc: false }))).toEqual(['d', 'b', 'a', 'c'])
    expect(ids(orderComponents(rows, { by: 'updated_at', desc: true }))).toEqual(['a', 'b', 'd', 'c'])
    expect(ids(orderComponents(rows, { by: propertyOrder('disk'), desc: true }))).toEqual(['a', 'b', 'd', 'c'])
  })
})

describe('the children of a component', () => {
  const parts = [
    row('db', { health: 'unhealthy', level: 1, parent_id: 'shop' }),
    row('cache', { health: 'healthy', level: 1, parents: ['shop', 'shop'] }),
  ]

  test('are found by parent and by relationship, each once', () => {
    const tree = componentTree([row('shop'), ...parts])
    expect(ids(tree.roots)).toEqual(['shop'])
    expect(ids(tree.listChildren('shop'))).toEqual(['db', 'cache'])
    expect(tree.listChildren('db')).toEqual([])
  })

  test('are summarized as text', () => {
    expect(childrenLine(parts)).toBe('1 unhealthy, 1 healthy')
    expect(failureLine(row('shop', { health: 'unhealthy' }), parts)).toBe('1 of 2 unhealthy: db')
    expect(failureLine(row('shop', { health: 'warning' }), [])).toBe('warning')
    expect(failureLine(row('shop', { health: 'unhealthy', status_reason: 'disk full' }), parts)).toBe('disk full')
    expect(failureLine(row('shop', { health: 'healthy' }), parts)).toBeNull()
  })

  test('lists only the first two of many names', () => {
    const many = ['a', 'b', 'c', 'd'].map((name) => row(name, { health: 'unhealthy' }))
    expect(failureLine(row('shop', { health: 'unhealthy' }), many)).toBe('4 of 4 unhealthy: a, b and 2 more')
  })
})

const makeFilters = (query: Partial<Record<keyof ComponentFilters, string>>): ComponentFilters => {
  const filter = (key: keyof ComponentFilters) => readFilter(query[key] ?? '')
  return {
    status: filter('status'),
    type: filter('type'),
    team: filter('team'),
    labels: filter('labels'),
    agent_id: filter('agent_id'),
  }
}

describe('filters', () => {
  const rows = [
    row('a', { health: 'healthy', type: 'App', labels: { env: 'prod' }, team_names: ['web', 'ops'] }),
    row('b', { health: 'unhealthy', type: 'Disk', labels: { env: 'test' }, agent_id: 'agent-1' }),
  ]
  test.each([
    [{}, ['a', 'b']],
    [{ status: 'unhealthy:1' }, ['b']],
    [{ type: 'Disk:-1' }, ['a']],
    [{ labels: 'env=prod:1' }, ['a']],
    [{ labels: 'env=prod:-1' }, ['b']],
    [{ team: 'ops:1' }, ['a']],
    [{ team: 'web:-1' }, ['b']],
    [{ agent_id: 'agent-1:1' }, ['b']],
    [{ status: 'healthy:1', type: 'Disk:1' }, []],
  ] as const)('%j match %j', (query, left) => {
    expect(ids(rows.filter(componentMatcher(makeFilters(query))))).toEqual(left)
  })
})

test('lists each headline property once, and no hidden ones', () => {
  const properties = [
    { name: 'memory', headline: true, order: 2 },
    { name: 'cpu', headline: true, order: 1 },
    { name: 'secret', headline: true, hidden: true },
    { name: 'kind', type: 'hidden', headline: true },
    { name: 'note' },
  ]
  const component = row('a', { properties })
  expect(headlineNames([component, component])).toEqual(['cpu', 'memory'])
  expect(orderProperties(component.properties).map(({ name }) => name)).toEqual(['note', 'cpu', 'memory'])
})

test('sums incidents, insights and checks over types and severities', () => {
  const summary = {
    insights: { cost: { low: 2 }, security: { high: 1, low: 1 } },
    checks: { healthy: 3, unhealthy: 1 },
  }
  expect(componentCounts(row('a', { summary }).summary)).toEqual({ incidents: 0, insights: 4, checks: 4 })
  expect(componentCounts(null)).toEqual({ incidents: 0, insights: 0, checks: 0 })
})
