import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkBaseSchema } from '#relay/backend/checks/spec/check-base.ts'
import { linkChecks } from '#relay/backend/checks/engine/check-links.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'

const makeId = (end: string) => `00000000-0000-4000-8000-0000000000${end}`
let database: Database
const changed: string[] = []

beforeAll(async () => {
  database = await openServer()
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
const link = () => linkChecks(database, ({ relation }) => changed.push(relation))

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

test('rejects a lookup by an expression, with the alternative', () => {
  const read = checkBaseSchema.safeParse({ relationships: { configs: [{ name: { expr: 'labels.app' } }] } })
  expect(read.error?.issues[0]).toMatchObject({
    message: 'expr is not available here: use value or label',
    path: ['relationships', 'configs', 0, 'name'],
  })
})
