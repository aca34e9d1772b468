import { describe, expect, test } from 'vitest'
import type { Component } from '#shared/topology/topology.ts'
import type { StoredComponent } from './read-components.ts'
import { buildTopologyResponse, type TopologyQuery } from './topology-response.ts'

const component = (id: string, parents: readonly string[] = [], overrides: Partial<StoredComponent> = {}) =>
  ({ id, name: id, hidden: false, parents: [...parents], ...overrides }) as StoredComponent
const withChildren = (all: readonly StoredComponent[]): readonly StoredComponent[] =>
  all.map((each) => ({
    ...each,
    children: all.filter(({ parents }) => parents?.includes(each.id)).map(({ id }) => id),
  }))
const toTree = (components: readonly Component[]): unknown[] =>
  components.map(({ id, components: below }) => (below ? [id, toTree(below)] : id))
const tree = (all: readonly StoredComponent[], query: TopologyQuery = {}) =>
  toTree(buildTopologyResponse(withChildren(all), query).components)

const shop = [
  component('cart', ['shop'], { health: 'unhealthy', type: 'Service', labels: { team: 'pay' } }),
  component('db', ['cart'], { health: 'healthy', type: 'Database', owner: 'ada' }),
  component('shop', [], { health: 'unhealthy', type: 'System', team_names: ['web', 'pay'] }),
  component('web', [], { status: 'info', type: 'System', labels: { team: 'web' }, agent_id: 'a1' }),
]

describe('tree', () => {
  test('returns roots with all descendants', () => {
    expect(tree(shop)).toEqual([['shop', [['cart', ['db']]]], 'web'])
  })

  test.each([
    [1, ['shop', 'web']],
    [2, [['shop', ['cart']], 'web']],
    [3, [['shop', [['cart', ['db']]]], 'web']],
  ])('limits the tree to %d levels', (depth, expected) => {
    expect(tree(shop, { depth })).toEqual(expected)
  })

  test('stops at a cycle, and lists a component with two parents under both', () => {
    const circle = [component('a'), component('b', ['a', 'c']), component('c', ['b'])]
    expect(tree(circle)).toEqual([['a', [['b', ['c']]]]])
    const shared = [component('a'), component('b'), component('c', ['a', 'b'])]
    expect(tree(shared)).toEqual([
      ['a', ['c']],
      ['b', ['c']],
    ])
  })

  test('a component whose parent no longer exists is a root', () => {
    expect(tree([component('a', ['gone'])])).toEqual(['a'])
  })

  test('omits hidden components and their descendants unless requested', () => {
    const all = [component('a', [], { hidden: true }), component('b', ['a']), component('c')]
    expect(tree(all)).toEqual(['c'])
    expect(tree(all, { hidden: 'true' })).toEqual([['a', ['b']], 'c'])
  })

  test('returns one component by id, with its matching children', () => {
    expect(tree(shop, { id: 'shop' })).toEqual([['shop', [['cart', ['db']]]]])
    expect(tree(shop, { id: 'shop', status: 'healthy' })).toEqual([['shop', []]])
    expect(tree(shop, { id: 'gone' })).toEqual([])
  })
})

describe('filters', () => {
  test('compares the status, not the health', () => {
    const plant = [component('plant', [], { status: 'maintenance', health: 'warning' })]
    expect(['maintenance', 'maint*', 'warning', '!maintenance'].map((status) => tree(plant, { status }))).toEqual([
      ['plant'],
      ['plant'],
      [],
      [],
    ])
    expect(buildTopologyResponse(plant, {}).healthStatuses).toEqual(['maintenance'])
  })

  test.each<[TopologyQuery, readonly string[]]>([
    [{}, ['cart', 'db', 'shop', 'web']],
    [{ status: 'unhealthy' }, ['cart', 'shop']],
    [{ status: '!unhealthy' }, ['db', 'web']],
    [{ status: 'info' }, ['web']],
    [{ status: 'inf*,!web' }, ['web']],
    [{ type: 'System,Database' }, ['db', 'shop', 'web']],
    [{ type: '' }, ['cart', 'db', 'shop', 'web']],
    [{ labels: 'team=pay' }, ['cart']],
    [{ labels: 'team' }, ['cart', 'web']],
    [{ labels: '!team' }, ['db', 'shop']],
    [{ labels: '!team=pay' }, ['db', 'shop', 'web']],
    [{ labels: 'team=pay,team=web' }, []],
    [{ owner: 'ada' }, ['db']],
    [{ team: 'pay' }, ['shop']],
    [{ team: '!pay' }, ['cart', 'db', 'shop', 'web']],
    [{ agent_id: 'a1' }, ['web']],
    [{ status: 'unhealthy', type: 'Service' }, ['cart']],
  ])('%j', (query, ids) => {
    expect(tree(shop, { ...query, flatten: 'true' })).toEqual(ids)
  })

  test('filters only the roots of a tree', () => {
    expect(tree(shop, { status: 'unhealthy' })).toEqual([['shop', [['cart', ['db']]]]])
  })
})

const property = (value: number | null, text: string | null = null) => [{ name: 'load', value, text }]

describe('order', () => {
  const all = [
    component('p10', [], { properties: property(10) }),
    component('none'),
    component('p9', [], { properties: property(9) }),
  ] as readonly StoredComponent[]

  test('sorts names with numbers numerically', () => {
    const names = [component('a10'), component('a9'), component('b1')]
    expect(tree(names, { sortBy: 'name' })).toEqual(['a9', 'a10', 'b1'])
    expect(tree(names, { sortBy: 'name', sortOrder: 'desc' })).toEqual(['b1', 'a10', 'a9'])
    expect(tree(names, { sortBy: 'other' })).toEqual(['a10', 'a9', 'b1'])
  })

  test('puts components without the property last in both directions', () => {
    expect(tree(all, { sortBy: 'field:load' })).toEqual(['p9', 'p10', 'none'])
    expect(tree(all, { sortBy: 'field:load', sortOrder: 'desc' })).toEqual(['p10', 'p9', 'none'])
  })
})

test('lists each available filter value once, sorted, without hidden components', () => {
  const { healthStatuses, teams, tags, types } = buildTopologyResponse(
    withChildren([...shop, component('secret', [], { hidden: true, type: 'Hidden', labels: { team: 'x' } })]),
    {},
  )
  expect({ healthStatuses, teams, tags, types }).toEqual({
    healthStatuses: ['healthy', 'info', 'unhealthy'],
    teams: ['pay', 'web'],
    tags: { team: ['pay', 'web'] },
    types: ['Database', 'Service', 'System'],
  })
})
