import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'

const makeId = (end: string) => `00000000-0000-4000-8000-0000000000${end}`
let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
  const { database } = backend
  await database.query(`insert into topologies (id, name, namespace, spec) values ($1, 'shop', 'default', '{}')`, [
    makeId('01'),
  ])
  for (const end of ['11', '12'])
    await database.query(
      `insert into components (id, topology_id, name, type, status, external_id) values ($1, $2, $3, 'Web', 'healthy', $3)`,
      [makeId(end), makeId('01'), `part ${end}`],
    )
  for (const [item, component] of [
    ['21', '11'],
    ['22', '12'],
  ]) {
    await database.query(
      `insert into config_items (id, name, type, config_class, external_id, config) values ($1, $2, 'App::Service', 'App', array[$2], '{}')`,
      [makeId(item ?? ''), `item ${item}`],
    )
    await database.query(
      `insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status, message, summary)
       values ($1, $2, 'replicas', 'availability', 'high', 'open', 'it runs once', 'once')`,
      [makeId(`3${item?.at(-1)}`), makeId(item ?? '')],
    )
    await database.query(`insert into config_component_relationships (component_id, config_id) values ($1, $2)`, [
      makeId(component ?? ''),
      makeId(item ?? ''),
    ])
  }
})
afterAll(() => backend.close())

const lookup = async (id: string) => backend.app.inject(`/api/db/rpc/lookup_analysis_by_component?id=${id}`)

test('a component has the insights of its linked items [CAT-14]', async () => {
  expect((await lookup(makeId('11'))).json()).toMatchObject([
    { analysis_id: makeId('31'), config_id: makeId('21'), component_id: makeId('11'), severity: 'high' },
  ])
  expect((await lookup(makeId('19'))).json()).toEqual([])
})
