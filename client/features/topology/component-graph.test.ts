import { expect, test } from 'vitest'
import { componentTree } from '#shared/topology/component-tree.ts'
import { componentRowSchema, type ComponentRow } from '#shared/topology/topology.ts'
import { componentGraph } from './component-graph.ts'

const row = (name: string, more: Partial<ComponentRow> = {}): ComponentRow =>
  componentRowSchema.parse({ id: name, name, level: 0, ...more })

const rows = [
  row('shop', { health: 'unhealthy', type: 'Application' }),
  row('db', { health: 'unhealthy', level: 1, parent_id: 'shop', type: 'Database', status: 'full' }),
  row('disk', { health: 'warning', level: 2, parent_id: 'db', parents: ['db', 'shop'] }),
  row('secret', { hidden: true, level: 1, parent_id: 'shop' }),
]
const { roots, listChildren: getChildren } = componentTree(rows)

test('each component links to its parts, with a soft edge if the part belongs elsewhere', () => {
  const { graph } = componentGraph(roots, getChildren, { rootId: null, isHiddenShown: false })
  expect(graph).toEqual({
    rootId: null,
    nodes: [
      { id: 'shop', name: 'shop', type: 'Application', state: 'unhealthy', note: '1 of 2 unhealthy: db' },
      { id: 'db', name: 'db', type: 'Database', state: 'unhealthy', note: 'full' },
      { id: 'disk', name: 'disk', type: 'Component', state: 'warning', note: 'warning' },
    ],
    edges: [
      { source: 'shop', target: 'db', isSoft: false },
      { source: 'shop', target: 'disk', isSoft: true },
      { source: 'db', target: 'disk', isSoft: false },
    ],
  })
})

test('includes hidden components when they are shown', () => {
  const { components } = componentGraph(roots, getChildren, { rootId: null, isHiddenShown: true })
  expect([...components.keys()]).toEqual(['shop', 'db', 'disk', 'secret'])
})

test('terminates on cycles', () => {
  const circle = [row('a', { parents: ['b'] }), row('b', { level: 1, parents: ['a'] })]
  const tree = componentTree(circle)
  const { graph } = componentGraph(tree.roots, tree.listChildren, { rootId: 'a', isHiddenShown: false })
  expect(graph.nodes.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(graph.edges).toHaveLength(2)
})
