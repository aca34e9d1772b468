import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCheckLinks } from '#relay/backend/checks/engine/check-links.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'

const makeId = (end: string) => `00000000-0000-4000-8000-0000000000${end}`
let database: Database
const changed: string[] = []

beforeAll(async () => {
  database = await openServer()
  link = createCheckLinks(database, ({ relation }) => changed.push(relation), {
    warn: (about: unknown) => warnings.push(about),
  })
  for (const [end, name, type, external] of [
    ['01', 'shop', 'App::Service', 'svc/shop'],
    ['02', 'shop', 'App::Queue', 'q/shop'],
    ['03', 'search', 'App::Service', 'svc/search'],
  ])
    await database.query(
      `insert into config_items (id, name, type, config_class, external_id, config) values ($1, $2, $3, 'App', array[$4], '{}')`,
      [makeId(end ?? ''), name, type, external],
    )
  await database.query(`insert into topologies (id, name, namespace, spec) values ($1, 'shop', 'default', '{}')`, [
    makeId('21'),
  ])
  await database.query(
    `insert into components (id, topology_id, name, type, external_id, namespace, status) values ($1, $2, 'front', 'Web', 'front', 'eu', 'healthy')`,
    [makeId('22'), makeId('21')],
  )
  await database.query(`insert into canaries (id, name, namespace, spec) values ($1, 'shop', 'default', '{}')`, [
    makeId('31'),
  ])
})
afterAll(() => database.close())

const write = (relationships: unknown, labels: Readonly<Record<string, string>> = {}) =>
  database.query(
    `insert into checks (id, canary_id, name, type, labels, spec) values ($1, $2, 'home', 'http', $3, $4)
     on conflict (id) do update set spec = excluded.spec, labels = excluded.labels`,
    [makeId('41'), makeId('31'), JSON.stringify(labels), JSON.stringify({ name: 'home', relationships })],
  )
const links = async (relation: 'config' | 'component') => {
  const { rows } = await database.query<{ id: string }>(
    `select ${relation}_id as id from check_${relation}_relationships where deleted_at is null order by 1`,
  )
  return rows.map(({ id }) => id.slice(-2)).join(' ')
}
const warnings: unknown[] = []
let link: () => Promise<number>

test('links a check to the items and components it looks up, by texts and by its labels', async () => {
  await write(
    {
      configs: [{ name: { value: 'shop' }, type: { value: 'App::Service' } }, { external_id: { label: 'item' } }],
      components: [
        { name: { value: 'front' }, namespace: { value: 'eu' } },
        { name: { value: 'front' }, type: { value: 'no' } },
      ],
    },
    { item: 'svc/search' },
  )
  expect(await link()).toBe(3)
  expect([await links('config'), await links('component')]).toEqual(['01 03', '22'])
  expect(changed.splice(0)).toEqual(['check_config_relationships', 'check_component_relationships'])
  expect([await link(), changed]).toEqual([0, []])
})

test('labels narrow the resources that it looks up', async () => {
  await database.query(`update config_items set labels = '{"tier":"front","app":"shop"}' where id = $1`, [makeId('02')])
  await write({
    configs: [
      { name: { value: 'shop' }, labels: { tier: 'front' } },
      { name: { value: 'search' }, labels: { tier: 'front' } },
    ],
    components: [{ labels: {} }],
  })
  await link()
  expect([await links('config'), await links('component')]).toEqual(['02', ''])
  await write({ configs: [{ labels: { tier: 'front' } }] })
  await link()
  expect(await links('config')).toBe('02')
  changed.splice(0)
})

test('unlinks what it no longer looks up and links it again later; links of users stay', async () => {
  await database.query(
    `insert into check_config_relationships (config_id, check_id, canary_id, selector_id) values ($1, $2, $3, 'manual')`,
    [makeId('02'), makeId('41'), makeId('31')],
  )
  await write({ configs: [{ type: { value: 'App::Service' } }, {}] })
  await link()
  expect([await links('config'), await links('component')]).toEqual(['01 02 03', ''])
  await write(undefined)
  await link()
  expect(await links('config')).toBe('02')
  await write({ configs: [{ id: { value: makeId('03') } }, { id: { value: 'svc/shop' } }] })
  await link()
  expect(await links('config')).toBe('01 02 03')
  await database.query('update config_items set deleted_at = now() where id = $1', [makeId('03')])
  await link()
  expect(await links('config')).toBe('01 02')
})

test('looks resources up by expressions over the check and its canary; failures are reported once', async () => {
  await database.query('delete from check_config_relationships')
  await database.query(`update canaries set labels = '{"kind":"Queue"}' where id = $1`, [makeId('31')])
  await write(
    {
      configs: [
        { name: { expr: 'labels.app' }, type: { expr: "'App::' + canary.labels.kind" } },
        { name: { expr: 'labels.missing' } },
        { name: { value: 'search' }, type: { expr: "''" } },
      ],
    },
    { app: 'shop' },
  )
  await link()
  await link()
  expect(await links('config')).toBe('02')
  expect(warnings).toEqual([{ check: 'home', reason: expect.stringMatching(/^name: /) }])
})

test('agent and scope limit the resources that it looks up', async () => {
  await database.query(`insert into agents (id, name) values ($1, 'edge')`, [makeId('51')])
  await database.query(
    `insert into config_scrapers (id, name, namespace, spec, source) values ($1, 'apps', 'ops', '{}', 'UI')`,
    [makeId('61')],
  )
  await database.query(
    `insert into config_items (id, name, type, config_class, external_id, config, agent_id, scraper_id)
     values ($1, 'shop', 'App::Service', 'App', array['edge'], '{}', $2, null), ($3, 'shop', 'App::Service', 'App', array['s'], '{}', default, $4)`,
    [makeId('04'), makeId('51'), makeId('05'), makeId('61')],
  )
  const name = { value: 'shop' }
  const type = { value: 'App::Service' }
  for (const [more, expected] of [
    [{}, '01 05'],
    [{ agent: { value: 'self' } }, '01 05'],
    [{ agent: { value: 'edge' } }, '04'],
    [{ agent: { value: makeId('51') } }, '04'],
    [{ agent: { value: 'all' } }, '01 04 05'],
    [{ agent: { value: 'other' } }, ''],
    [{ scope: { value: 'ops/apps' } }, '05'],
    [{ scope: { expr: `'${makeId('61')}'` } }, '05'],
    [{ scope: { value: 'other/apps' } }, ''],
  ] as const) {
    await database.query('delete from check_config_relationships')
    await write({ configs: [{ name, type, ...more }] })
    await link()
    expect([more, await links('config')]).toEqual([more, expected])
  }
})
