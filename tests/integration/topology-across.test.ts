import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Component } from '#shared/topology/topology.ts'
import type { Database } from '#relay/database/database.ts'
import { createBackendSlot } from '#tests/fixtures/one-backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createTopologyClient, topologyDocument } from '#tests/fixtures/topologies.ts'

let database: Database
const backends = createBackendSlot()
const { started } = backends
const topologies = createTopologyClient(started)

beforeAll(async () => {
  database = await openServer()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.query('truncate topologies, components, canaries, job_history cascade')
})

const start = async (components: Readonly<Record<string, string>>): Promise<void> => {
  const resources = Object.fromEntries(
    Object.entries(components).map(([name, spec]) => [
      `${name}.yaml`,
      topologyDocument(name, `  components:\n${spec}`),
    ]),
  )
  await backends.start({ database, resources })
  const names = Object.keys(components)
  // Twice: the first run may have begun before the other topologies were loaded.
  for (const name of [...names, ...names]) await topologies.run(name)
}
const brief = ({ name, health, components }: Component): unknown =>
  components == null || components.length === 0 ? [name, health] : [name, health, components.map(brief)]
const roots = async () => (await topologies.roots()).map(brief)
const expectErrors = (name: string, expected: readonly string[]) =>
  eventually(async () => expect(await topologies.errors(name)).toEqual(expected))

const platform = `    - { name: Database, externalID: db-1, type: Database, health: warning }
    - { name: Queue, externalID: q-1, type: Queue }
    - { name: Queue, externalID: q-2, type: Broker }
`

test('a relationship finds a component of another topology by name or external ID', async () => {
  await start({ platform, shop: '    - { name: Checkout, relationships: [{ ref: Database }, { ref: q-2 }] }\n' })
  expect(await roots()).toEqual([
    [
      'Checkout',
      'warning',
      [
        ['Database', 'warning'],
        ['Queue', 'unknown'],
      ],
    ],
    ['Queue', 'unknown'],
  ])
  await expectErrors('shop', [])
  await started().write(
    'platform.yaml',
    topologyDocument('platform', `  components:\n${platform.replace('warning', 'unhealthy')}`),
  )
  await eventually(async () => expect(await topologies.component('Checkout')).toMatchObject({ health: 'unhealthy' }))
})

test('a relationship prefers its own topology; several matches elsewhere give none; a later one is found then', async () => {
  const components = `    - { name: Checkout, relationships: [{ ref: Database }, { ref: Queue }, { ref: Cache }] }
    - { name: Database, health: healthy }
`
  await start({ platform, shop: components })
  const checkout = async () =>
    (await topologies.roots()).map(brief).filter((one) => JSON.stringify(one).includes('Checkout'))
  expect(await checkout()).toEqual([['Checkout', 'healthy', [['Database', 'healthy']]]])
  await expectErrors('shop', [
    'Checkout: its relationships reference Queue, but 2 components of other topologies have this name. Set the externalID of one.',
    'Checkout: its relationships reference Cache, which does not exist.',
  ])
  await started().write('cache.yaml', topologyDocument('cache', '  components: [{ name: Cache, health: unhealthy }]\n'))
  await eventually(async () => expect(await topologies.component('Cache')).toMatchObject({ health: 'unhealthy' }))
  await topologies.run('shop')
  expect(await topologies.component('Checkout')).toMatchObject({ health: 'unhealthy' })
})

const shop = (health: string) => `    - { name: Checkout, labels: { of: shop }, relationships: [{ ref: Database }] }
    - { name: Till, health: ${health}, parentLookup: { name: Checkout } }
`

test('in a cycle of topologies one link is left out, and both recover', async () => {
  const database =
    '    - name: Storage\n      components: [{ name: Database, health: healthy, selectors: [{ labelSelector: of=shop }] }]\n'
  await start({ storage: database, shop: shop('unhealthy') })
  for (const name of ['shop', 'storage']) await topologies.run(name)
  await eventually(async () => {
    const errors = [...(await topologies.errors('shop')), ...(await topologies.errors('storage'))]
    expect(errors).toEqual([
      expect.stringMatching(
        /^(Checkout: skipped its ancestor Database, which its relationships reference|Database: skipped its ancestor Checkout, which its selectors match)\.$/,
      ),
    ])
  })
  const isShopAbove = (await topologies.errors('shop')).length === 0
  expect(await topologies.component(isShopAbove ? 'Checkout' : 'Storage')).toMatchObject({ health: 'unhealthy' })
  await started().write('shop.yaml', topologyDocument('shop', `  components:\n${shop('healthy')}`))
  await eventually(async () => expect(await topologies.component('Till')).toMatchObject({ health: 'healthy' }))
  for (const name of ['shop', 'storage', 'shop', 'storage']) await topologies.run(name)
  expect(await topologies.component('Checkout')).toMatchObject({ health: 'healthy' })
  expect(await topologies.component('Storage')).toMatchObject({ health: 'healthy' })
})
