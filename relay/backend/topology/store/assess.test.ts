import { describe, expect, test } from 'vitest'
import type { Draft, DraftFields } from '#relay/backend/topology/build/draft.ts'
import { assess, type Linked, type LinkedCheck, type LinkedConfig } from './assess.ts'
import type { Placed } from './place-drafts.ts'

interface Component {
  readonly fields?: Partial<DraftFields>
  readonly properties?: Draft['properties']
  readonly parent?: string
  readonly linked?: Partial<Linked>
}

const none: Linked = { config: undefined, configs: [], checks: [], related: [], insights: {}, incidents: {} }
const context = {
  owner: 'topology',
  signal: new AbortController().signal,
  error: (message: string) => {
    throw new Error(message)
  },
}
const assessAll = (components: Readonly<Record<string, Component>>) => {
  const placed = Object.entries(components).map(([id, { fields, properties = [], parent = null }]): Placed => ({
    id,
    externalId: id,
    parentId: parent,
    path: parent ?? '',
    draft: { fields: { name: id, ...fields }, properties, selectors: [], configs: [], checks: [], children: [] },
  }))
  return assess(placed, (id) => ({ ...none, ...components[id]?.linked }), context)
}
const assessOne = async (component: Component) => (await assessAll({ one: component })).get('one')

const check = (status: string | null, message: string | null = null): LinkedCheck => ({
  id: 'c',
  canary_id: 'k',
  name: 'front',
  status,
  message,
})
const config = (overrides: Partial<LinkedConfig> = {}): LinkedConfig => ({
  id: 'node-1',
  health: null,
  status: null,
  cost_per_minute: 0,
  cost_total_1d: 0,
  cost_total_7d: 0,
  cost_total_30d: 0,
  ...overrides,
})

describe('health', () => {
  test.each<[string, Component, string]>([
    ['nothing', {}, 'unknown'],
    ['its own word', { fields: { health: 'warning' } }, 'warning'],
    ['its item', { linked: { config: config({ health: 'unhealthy' }) } }, 'unhealthy'],
    [
      'its own word instead of its item',
      { fields: { health: 'healthy' }, linked: { config: config({ health: 'unhealthy' }) } },
      'healthy',
    ],
    ['the worst of its checks', { linked: { checks: [check('healthy'), check('unhealthy')] } }, 'unhealthy'],
    [
      'a failing check against its own word',
      { fields: { health: 'healthy' }, linked: { checks: [check('unhealthy')] } },
      'unhealthy',
    ],
    [
      'an unhealthy property rather than a warning check',
      { properties: [{ status: 'unhealthy' }], linked: { checks: [check('warning')] } },
      'unhealthy',
    ],
    ['the worst count of its summary', { fields: { summary: { warning: 9, unhealthy: 1 } } }, 'unhealthy'],
    ['its status, where that is a health', { fields: { status: 'Error' } }, 'unhealthy'],
    ['a check without a status', { linked: { checks: [check(null)] } }, 'unknown'],
    ['a healthy and an unknown check', { linked: { checks: [check('unknown'), check('healthy')] } }, 'healthy'],
    ['its properties', { properties: [{ name: 'load', status: 'warning' }] }, 'warning'],
    ['its given summary', { fields: { summary: { healthy: 3, warning: 1 } } }, 'warning'],
    ['an empty summary', { fields: { summary: { unhealthy: 0, healthy: 1 } } }, 'healthy'],
    ['a related component', { linked: { related: [{ name: 'db', health: 'unhealthy' }] } }, 'unhealthy'],
    ['other linked items', { linked: { configs: [config({ health: 'unhealthy' })] } }, 'unknown'],
  ])('comes from %s', async (_case, component, health) => {
    expect((await assessOne(component))?.health).toBe(health)
  })

  test('rolls up over all levels', async () => {
    const found = await assessAll({
      shop: { fields: { health: 'healthy' } },
      cart: { parent: 'shop' },
      db: { parent: 'cart', fields: { health: 'unhealthy' } },
      web: { parent: 'shop', fields: { health: 'healthy' } },
    })
    expect([...found].map(([id, { health }]) => [id, health])).toEqual([
      ['web', 'healthy'],
      ['db', 'unhealthy'],
      ['cart', 'unhealthy'],
      ['shop', 'unhealthy'],
    ])
  })
})

test.each<[Component, string]>([
  [{ fields: { status: 'Degraded', health: 'warning' } }, 'Degraded'],
  [{ fields: { health: 'warning' }, linked: { config: config({ status: 'Running' }) } }, 'Running'],
  [{ fields: { statusExpr: 'size(checks)' }, linked: { checks: [check('healthy')] } }, '1'],
  [{ fields: { statusExpr: 'size(checks) > 0' } }, 'false'],
  [{ fields: { statusExpr: 'null', status: 'Degraded' } }, 'Degraded'],
  [{ fields: { health: 'warning' } }, 'warning'],
  [{}, ''],
])('case %#: the status is the component’s own, its item’s or its health', async (component, status) => {
  expect((await assessOne(component))?.status).toBe(status)
})

test.each<[Component, string | null]>([
  [{}, null],
  [{ fields: { statusReason: 'Given' }, linked: { checks: [check('unhealthy')] } }, 'Given'],
  [{ linked: { checks: [check('healthy'), check('unhealthy')] } }, 'front is failing'],
  [{ linked: { checks: [check('unhealthy', 'HTTP 503')] } }, 'front: HTTP 503'],
  [
    {
      properties: [
        { name: 'a', status: 'warning', text: 'x' },
        { name: 'b', status: 'unhealthy', text: 'y' },
      ],
    },
    'b y',
  ],
  [{ properties: [{ label: 'Disk', name: 'disk', status: 'warning', value: 9, max: 12 }] }, 'Disk 75 %'],
  [{ properties: [{ name: 'load', status: 'warning', value: 9 }] }, 'load 9'],
  [{ properties: [{ name: 'load', status: 'warning' }] }, 'load'],
])('case %#: the reason is the component’s own, a failing check, or the worst property', async (component, reason) => {
  expect((await assessOne(component))?.statusReason).toBe(reason)
})

test.each<[Component, string]>([
  [{ fields: { healthExpr: "summary.unhealthy > 0 ? 'unhealthy' : 'healthy'" } }, 'healthy'],
  [{ fields: { healthExpr: "summary.checks.unhealthy + summary.info > 0 ? 'warning' : 'healthy'" } }, 'healthy'],
  [
    {
      fields: {
        healthExpr: "summary.insights.security.critical + summary.incidents.cost.high == 1 ? 'warning' : 'healthy'",
      },
      linked: { insights: { security: { critical: 1 } } },
    },
    'warning',
  ],
  [{ fields: { healthExpr: "config.health == 'healthy' || component.type == '' ? 'warning' : 'healthy'" } }, 'warning'],
])('case %#: expressions read counts and values that are absent', async (component, health) => {
  expect((await assessOne(component))?.health).toBe(health)
})

describe('summary', () => {
  test('counts leaves by health, and inner components by their leaves', async () => {
    const found = await assessAll({
      shop: {},
      cart: { parent: 'shop' },
      db: { parent: 'cart', fields: { health: 'unhealthy' } },
      queue: { parent: 'cart', fields: { health: 'healthy' } },
      web: { parent: 'shop', fields: { health: 'healthy' } },
      lambda: { parent: 'shop', fields: { summary: { healthy: 5, info: 2 } } },
    })
    expect(found.get('cart')?.summary).toMatchObject({ healthy: 1, unhealthy: 1 })
    expect(found.get('shop')?.summary).toMatchObject({ healthy: 7, unhealthy: 1, info: 2 })
    expect(found.get('web')?.summary).toEqual({ checks: undefined, insights: undefined, incidents: undefined })
    expect([...found].filter(([, { isLeaf }]) => isLeaf).map(([id]) => id)).toEqual(['web', 'queue', 'db'])
  })

  test('adds up checks, insights and incidents of all descendants', async () => {
    const found = await assessAll({
      shop: { linked: { insights: { security: { high: 1 } } } },
      cart: {
        parent: 'shop',
        linked: {
          checks: [check('healthy'), check('unhealthy'), check('')],
          insights: { security: { high: 2, low: 1 }, cost: { low: 1 } },
          incidents: { availability: { high: 1 } },
        },
      },
    })
    expect(found.get('shop')?.summary).toMatchObject({
      checks: { healthy: 1, unhealthy: 1 },
      insights: { security: { high: 3, low: 1 }, cost: { low: 1 } },
      incidents: { availability: { high: 1 } },
    })
  })
})

test('counts an item’s cost once per component, and again for each component that has it', async () => {
  const paid = config({ cost_per_minute: 2, cost_total_30d: 100 })
  const found = await assessAll({
    shop: { linked: { config: paid, configs: [paid, config({ id: 'node-2', cost_per_minute: 1 })] } },
    cart: { parent: 'shop', linked: { config: paid } },
  })
  expect(found.get('cart')?.costs).toMatchObject({ cost_per_minute: 2, cost_total_30d: 100 })
  expect(found.get('shop')?.costs).toMatchObject({ cost_per_minute: 5, cost_total_30d: 200 })
})
