import { describe, expect, test } from 'vitest'
import { topologySpecSchema } from '#relay/backend/topology/topology-spec.ts'
import type { FoundConfig } from '#relay/backend/catalog/find-configs.ts'
import type { BuildContext } from './build-context.ts'
import { buildTopology } from './build-topology.ts'
import type { Draft } from './draft.ts'

interface Given {
  readonly labels?: Readonly<Record<string, string>>
  readonly configs?: readonly Partial<FoundConfig>[]
  readonly results?: readonly unknown[]
}

const buildWith = async (spec: unknown, { labels = {}, configs = [], results = [] }: Given = {}) => {
  const errors: string[] = []
  const context: BuildContext = {
    owner: 'topology',
    signal: new AbortController().signal,
    lookup: async () => results,
    configs: async () => configs.map((config) => ({ id: '', name: '', type: '', config: null, ...config })),
    error: (message) => errors.push(message),
  }
  const topology = { name: 'shop', namespace: 'default', labels, spec: topologySpecSchema.parse(spec) }
  return { drafts: await buildTopology(topology, context), errors }
}
const build = async (...given: Parameters<typeof buildWith>) => (await buildWith(...given)).drafts

const toTree = (drafts: readonly Draft[]): unknown[] =>
  drafts.map(({ fields, children }) => (children.length === 0 ? fields.name : [fields.name, toTree(children)]))

describe('a root', () => {
  test.each([
    [{ type: 'Harbor', text: 'The harbor', label: 'Harbor' }, 'The harbor'],
    [{ type: 'Harbor', label: 'Harbor' }, 'Harbor'],
    [{ type: 'Harbor' }, 'shop'],
    [{ type: 'Harbor', name: 'OIPA' }, 'OIPA'],
    [{ type: 'Harbor', text: '{{.name}} in {{.namespace}}' }, 'shop in default'],
    [{ type: 'Harbor', label: '{{.type}} $(.name)' }, 'Harbor shop'],
  ])('of %j is named %s', async (spec, name) => {
    expect(toTree(await build({ ...spec, components: [{ name: 'pier' }] }))).toEqual([[name, ['pier']]])
  })

  test('stays the same component when the text changes', async () => {
    const [plain] = await build({ type: 'Harbor', components: [{ name: 'pier' }] })
    const [named] = await build({ type: 'Harbor', text: 'The harbor', components: [{ name: 'pier' }] })
    expect([plain?.fields.externalID, named?.fields.externalID]).toEqual([
      'default/shop/Harbor/shop',
      'default/shop/Harbor/shop',
    ])
  })

  test('passes the labels of the topology to all components, which override them', async () => {
    const spec = { components: [{ name: 'pier', labels: { area: 'north' }, components: [{ name: 'crane' }] }] }
    const [pier] = await build(spec, { labels: { area: 'coast', team: 'sea' } })
    expect(pier?.fields.labels).toEqual({ area: 'north', team: 'sea' })
    expect(pier?.children[0]?.fields.labels).toEqual({ area: 'coast', team: 'sea' })
  })

  test('passes its namespace to all components without one', async () => {
    const found = [{ name: 'found' }, { name: 'elsewhere', namespace: 'north' }]
    const spec = { type: 'Harbor', components: [{ name: 'pier', namespace: 'sea', components: [{ name: 'crane' }] }] }
    const withLookup = { ...spec, components: [...spec.components, { name: 'docks', lookup: {} }] }
    const [root] = await build(withLookup, { results: found })
    const [pier, docks] = root?.children ?? []
    expect(
      [root, pier, ...(pier?.children ?? []), ...(docks?.children ?? [])].map((each) => each?.fields),
    ).toMatchObject([
      { name: 'shop', namespace: 'default' },
      { name: 'pier', namespace: 'sea' },
      { name: 'crane', namespace: 'default' },
      { name: 'found', namespace: 'default' },
      { name: 'elsewhere', namespace: 'north' },
    ])
  })

  test.each<[string, unknown, unknown]>([
    ['the root of the topology', { type: 'virtual', components: [{ name: 'a' }, { name: 'b' }] }, ['a', 'b']],
    ['the only component', { components: [{ name: 'all', type: 'virtual', components: [{ name: 'a' }] }] }, ['a']],
    [
      'the only component below the root',
      { type: 'Harbor', components: [{ name: 'all', type: 'virtual', components: [{ name: 'a' }] }] },
      [['shop', ['a']]],
    ],
    [
      'one of several, which stays',
      { components: [{ name: 'all', type: 'virtual', components: [{ name: 'a' }] }, { name: 'b' }] },
      [['all', ['a']], 'b'],
    ],
  ])('of the type virtual is omitted: %s', async (_case, spec, tree) => {
    expect(toTree(await build(spec))).toEqual(tree)
  })
})

describe('groupBy', () => {
  const servers = ['north', 'south', 'north', ''].map((site) => ({ tags: { site } }))

  test('builds the topology once for each value', async () => {
    const spec = {
      groupBy: { tag: 'site' },
      type: 'Site',
      text: 'Sites',
      tooltip: 'Servers of $(.group.value)',
      components: [{ name: 'servers', externalID: 'servers', components: [{ name: '{{.group.value}} rack' }] }],
    }
    const drafts = await build(spec, { configs: servers, labels: { team: 'ops' } })
    expect(toTree(drafts)).toEqual([
      ['Sites (north)', [['servers', ['north rack']]]],
      ['Sites (south)', [['servers', ['south rack']]]],
    ])
    expect(drafts.map(({ fields: { labels, tooltip } }) => [labels, tooltip])).toEqual([
      [{ site: 'north', team: 'ops' }, 'Servers of north'],
      [{ site: 'south', team: 'ops' }, 'Servers of south'],
    ])
    expect(drafts.map(({ children: [servers] }) => servers?.fields.externalID)).toEqual([
      'servers (north)',
      'servers (south)',
    ])
  })

  test('names each root by a text that contains the value', async () => {
    const spec = { groupBy: { tag: 'site' }, text: 'Site $(.group.value)', components: [{ name: 'servers' }] }
    expect(toTree(await build(spec, { configs: servers }))).toEqual([
      ['Site north', ['servers']],
      ['Site south', ['servers']],
    ])
  })

  test('leaves templates of lookups, and shows the group to those of forEach', async () => {
    const spec = {
      groupBy: { tag: 'site' },
      components: [
        {
          name: 'servers',
          lookup: { http: [{ url: 'http://a', display: { template: '{{.json.name}}' }, body: '$(date)' }] },
          forEach: { components: [{ name: '{{.component.name}} in {{.group.value}}' }] },
        },
      ],
    }
    const { drafts, errors } = await buildWith(spec, {
      configs: [{ tags: { site: 'north' } }],
      results: [{ name: 'a' }],
    })
    expect({ tree: toTree(drafts), errors }).toEqual({
      tree: [['shop (north)', [['servers', [['a', ['a in north']]]]]]],
      errors: [],
    })
  })
})

describe('a property lookup', () => {
  const spec = {
    components: [
      {
        name: 'parts',
        components: [{ name: 'web' }, { name: 'store', externalID: 'store-1' }],
        properties: [{ name: 'load', unit: 'percent', lookup: { http: [{ url: 'http://a' }] } }],
      },
    ],
  }
  const load = { name: 'load', unit: 'percent', value: 3 }
  const free = { name: 'free', unit: 'percent', value: 7 }
  test.each<[string, readonly unknown[], readonly unknown[]]>([
    ['a value', [3], [[load], [], []]],
    ['a property', [{ value: 3 }], [[load], [], []]],
    ['a list of properties', [[{ value: 3 }, { name: 'free', value: 7 }]], [[load, free], [], []]],
    [
      'children with properties',
      [
        [
          { name: 'web', properties: [{ name: 'load', value: 3 }] },
          { name: 'store', properties: [{ name: 'load', value: 3 }, free] },
          { name: 'gone', properties: [{ name: 'load', value: 1 }] },
        ],
      ],
      [[], [load], [load, free]],
    ],
    ['one child with properties', [{ name: 'web', properties: [{ value: 3 }] }], [[], [load], []]],
    ['a child by its external id', [[{ external_id: 'store-1', properties: [{ value: 3 }] }]], [[], [], [load]]],
    ['children by name', [{ web: [{ value: 3 }], store: { properties: [free] } }], [[], [load], [free]]],
    [
      'both',
      [
        [
          { name: 'free', value: 7 },
          { name: 'web', properties: [{ value: 3 }] },
        ],
      ],
      [[free], [load], []],
    ],
    ['no children', [[]], [[], [], []]],
  ])('that returns %s', async (_case, results, expected) => {
    const [parts] = await build(spec, { results })
    expect([parts?.properties, ...(parts?.children ?? []).map(({ properties }) => properties)]).toEqual(expected)
    expect(parts?.children).toHaveLength(2)
  })
})

test('the id of a component is evaluated over the component; without a text it is an error', async () => {
  const spec = {
    components: [
      { name: 'a', namespace: 'eu', id: { expr: "component.namespace + '/' + component.name" } },
      { name: 'b', properties: [{ name: 'serial', value: 7 }], id: { template: 's{{.properties.serial}}' } },
      { name: 'c', id: { expr: 'component.gone' } },
      { name: 'd', id: { expr: "['x']" } },
      { name: 'e', id: 5 },
    ],
  }
  const { drafts, errors } = await buildWith(spec)
  expect(drafts.map(({ fields }) => fields.externalID ?? fields.id)).toEqual(['eu/a', 's7', undefined, undefined, '5'])
  expect(errors).toEqual([expect.stringMatching(/^c: id: /), 'd: id: must return a text, got ["x"].'])
})

test('the id of a component with a lookup is that of each component found; a topology can have one, too', async () => {
  const { drafts, errors } = await buildWith(
    {
      type: 'Cluster',
      id: { javascript: 'properties.id' },
      properties: [{ name: 'id', text: 'c-1' }],
      components: [
        {
          name: 'nodes',
          id: { javascript: 'properties.zone + "/" + self.name' },
          lookup: { http: [{ url: 'http://a' }] },
        },
      ],
    },
    { results: [[{ name: 'n1', external_id: 'own', properties: [{ name: 'zone', text: 'a' }] }]] },
  )
  expect(errors).toEqual([])
  const [root] = drafts
  const [nodes] = root?.children ?? []
  expect([root, nodes, nodes?.children[0]].map((draft) => draft?.fields.externalID)).toEqual(['c-1', undefined, 'a/n1'])
})

test('a lookup may return each column of a component, and null where it has no value', async () => {
  const disk = {
    name: 'disk-1',
    type: 'Disk',
    namespace: null,
    external_id: 'd1',
    config_id: 'c1',
    topology_type: 'storage',
    status: 'Degraded',
    status_reason: 'two bad sectors',
    health: 'Unhealthy',
    health_expr: "'warning'",
    status_expr: null,
    owner: 'ops',
    lifecycle: 'live',
    order: 2,
    cost_total_30d: 4.5,
    checks: { healthy: 2 },
    summary: { healthy: 1, checks: { healthy: 2 }, other: 1 },
    properties: [{ name: 'size', value: 5, color: null, lastTransition: '2026-01-01T00:00:00Z', extra: true }],
    logs: [{ name: 'kernel', type: null }],
    is_leaf: true,
    created_at: '2026-01-01T00:00:00Z',
  }
  const { drafts, errors } = await buildWith(
    { components: [{ name: 'disks', lookup: { http: [{ url: 'http://a' }] } }] },
    { results: [[disk]] },
  )
  expect(errors).toEqual([])
  const [found] = drafts[0]?.children ?? []
  expect(found?.fields).toEqual({
    name: 'disk-1',
    namespace: 'default',
    type: 'Disk',
    externalID: 'd1',
    configID: 'c1',
    topologyType: 'storage',
    status: 'Degraded',
    statusReason: 'two bad sectors',
    health: 'unhealthy',
    healthExpr: "'warning'",
    owner: 'ops',
    lifecycle: 'live',
    order: 2,
    cost_total_30d: 4.5,
    summary: { healthy: 1, checks: { healthy: 2 } },
    logs: [{ name: 'kernel' }],
  })
  expect(found?.properties).toEqual([{ name: 'size', value: 5, lastTransition: '2026-01-01T00:00:00Z' }])
})

describe('templates of a component', () => {
  test('are filled with its fields and properties', async () => {
    const [pier] = await build({
      components: [
        {
          name: 'pier',
          type: 'Pier',
          text: '{{.name}} of {{.namespace}}',
          tooltip: '$(.component.type)',
          labels: { of: '{{.self.name}}', area: 'north' },
          configs: [{ labelSelector: 'app={{.name}},area={{.labels.area}}' }],
          checks: [{ selector: { labelSelector: 'ships={{.properties.ships}}' } }],
          properties: [
            { name: 'ships', value: 3 },
            { name: 'log', text: 'Log of {{.name}}', links: [{ url: 'https://log/{{.name}}' }] },
          ],
        },
      ],
    })
    expect(pier).toMatchObject({
      fields: { text: 'pier of default', tooltip: 'Pier', labels: { of: 'pier', area: 'north' } },
      configs: [{ labelSelector: 'app=pier,area=north' }],
      checks: [{ selector: { labelSelector: 'ships=3' } }],
      properties: [{ name: 'ships' }, { text: 'Log of pier', links: [{ url: 'https://log/pier' }] }],
    })
  })

  test('see the values that lookups of properties return', async () => {
    const properties = [{ name: 'version', lookup: { http: [{ display: { template: '{{.name}}' } }] } }]
    const [pier] = await build(
      { components: [{ name: 'pier', text: 'runs {{.properties.version}}', properties }] },
      { results: ['v2 {{.name}}'] },
    )
    expect(pier?.fields.text).toBe('runs v2 {{.name}}')
  })

  test('are not read in results of lookups and of forEach', async () => {
    const spec = {
      components: [
        { name: 'docks', lookup: {}, forEach: { components: [{ name: 'crane', text: 'of {{.component.text}}' }] } },
      ],
    }
    const [docks] = await build(spec, { results: [{ name: 'dock', text: '{{.name}}' }] })
    const [dock] = docks?.children ?? []
    expect([dock?.fields.text, dock?.children[0]?.fields.text]).toEqual(['{{.name}}', 'of {{.name}}'])
  })

  test('that fail are errors of the run', async () => {
    const { drafts, errors } = await buildWith({ components: [{ name: 'pier', text: '{{ .name | nofunc }}' }] })
    expect([drafts[0]?.fields.name, errors]).toEqual(['pier', [expect.stringContaining('pier: ')]])
  })
})

test('templates of forEach are written in every form, and fill selectors of configs', async () => {
  const each = {
    configs: [
      { name: '${.component.name}', type: 'OIPA' },
      { name: 'PAS.properties', type: 'File', labels: { namespace: '${ .properties.namespace }', app: 'x' } },
      { tags: { area: '{{.properties.namespace}}' }, labelSelector: 'team=${.component.type}' },
    ],
    selectors: [{ labelSelector: 'app=$(.component.name)' }],
    properties: [
      { name: 'path', text: '/${.component.type}/${.component.name}' },
      { name: 'home', text: '${HOME} of ${.component.name}' },
    ],
    components: [{ name: 'child of ${.component.name}' }],
    relationships: [{ ref: '${.component.externalID}', type: 'dependsOn' }],
  }
  const spec = { components: [{ name: 'apps', type: 'virtual', lookup: {}, forEach: each }] }
  const results = [
    {
      name: 'dev-qa',
      type: 'OIPA',
      external_id: 'x1',
      properties: [{ name: 'namespace', text: 'qa' }],
    },
  ]
  const { drafts, errors } = await buildWith(spec, { results })
  expect(errors).toEqual([])
  expect(drafts[0]).toMatchObject({
    fields: { name: 'dev-qa', relationships: [{ ref: 'x1', type: 'dependsOn' }] },
    configs: [
      { name: 'dev-qa', types: ['OIPA'] },
      { name: 'PAS.properties', types: ['File'], labelSelector: 'namespace=qa,app=x' },
      { tagSelector: 'area=qa', labelSelector: 'team=OIPA' },
    ],
    selectors: [{ labelSelector: 'app=dev-qa' }],
    properties: [
      { name: 'namespace', text: 'qa' },
      { name: 'path', text: '/OIPA/dev-qa' },
      { name: 'home', text: '${HOME} of dev-qa' },
    ],
    children: [{ fields: { name: 'child of dev-qa' } }],
  })
})

test('templates of forEach read the fields of the component at the root, except in lookups and expressions', async () => {
  const [apps] = await build(
    {
      components: [
        {
          name: 'apps',
          lookup: {},
          forEach: {
            components: [
              {
                name: '{{.name}}-disk',
                labels: { of: '$(.labels.site)', owner: '{{.owner}}' },
                healthExpr: "'{{.name}}'",
              },
            ],
            properties: [
              {
                name: 'where',
                text: '{{.labels.site}}',
                lookup: { exec: [{ script: 'echo {{.name}} {{.self.name}}' }] },
              },
            ],
            selectors: [{ labelSelector: 'of={{.name}}' }],
          },
        },
      ],
    },
    { results: [{ name: 'web', labels: { site: 'north' } }] },
  )
  expect(apps?.children[0]).toMatchObject({
    selectors: [{ labelSelector: 'of=web' }],
    children: [{ fields: { name: 'web-disk', labels: { of: 'north', owner: '' }, healthExpr: "'{{.name}}'" } }],
  })
})

test('templates read a field without a value as empty', async () => {
  const [pier] = await build({
    components: [{ name: 'pier', text: '{{.name}}{{.owner}}', properties: [{ name: 'a', text: '[{{.status}}]' }] }],
  })
  expect([pier?.fields.text, pier?.properties]).toEqual(['pier', [{ name: 'a', text: '[]' }]])
})

test('a property lookup may return each field of a property', async () => {
  const found = {
    value: 5,
    unit: 'bytes',
    color: 'red',
    tooltip: 'free',
    order: 2,
    hidden: 'true',
    lastTransition: '2026-01-01T00:00:00Z',
    links: [{ url: 'https://a', extra: 1 }],
    icon: null,
    extra: true,
  }
  const [apps] = await build(
    { components: [{ name: 'apps', properties: [{ name: 'disk', icon: 'disk', lookup: {} }] }] },
    { results: [found] },
  )
  const { extra: _, icon: __, ...fields } = found
  expect(apps?.properties).toEqual([
    { ...fields, name: 'disk', icon: 'disk', hidden: true, links: [{ url: 'https://a' }] },
  ])
})

test.each([
  [null, {}],
  [[null, 3], { value: 3 }],
  [[], {}],
])('a lookup that returns %j gives a property no text', async (result, fields) => {
  const properties = [{ name: 'load', lookup: {} }]
  const [found] = await build({ components: [{ name: 'apps', properties }] }, { results: [result].flat() })
  expect(found?.properties.at(-1)).toEqual({ name: 'load', ...fields })
})
