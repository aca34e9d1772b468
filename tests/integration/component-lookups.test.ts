import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'

const idOf = (end: string) => `00000000-0000-4000-8000-0000000000${end}`
let backend: TestBackend

beforeAll(async () => {
  backend = await startTestBackend()
  const { database } = backend
  await database.query(`insert into topologies (id, name, namespace, spec) values ($1, 'shop', 'default', '{}')`, [
    idOf('01'),
  ])
  for (const end of ['11', '12'])
    await database.query(
      `insert into components (id, topology_id, name, type, status, external_id) values ($1, $2, $3, 'Web', 'healthy', $3)`,
      [idOf(end), idOf('01'), `part ${end}`],
    )
  for (const [item, component] of [
    ['21', '11'],
    ['22', '12'],
  ]) {
    await database.query(
      `insert into config_items (id, name, type, config_class, external_id, config) values ($1, $2, 'App::Service', 'App', array[$2], '{}')`,
      [idOf(item ?? ''), `item ${item}`],
    )
    await database.query(
      `insert into config_analysis (id, config_id, analyzer, analysis_type, severity, status, message, summary)
       values ($1, $2, 'replicas', 'availability', 'high', 'open', 'it runs once', 'once')`,
      [idOf(`3${item?.at(-1)}`), idOf(item ?? '')],
    )
    await database.query(`insert into config_component_relationships (component_id, config_id) values ($1, $2)`, [
      idOf(component ?? ''),
      idOf(item ?? ''),
    ])
  }
})
afterAll(() => backend.close())

const lookup = async (id: string) => backend.app.inject(`/api/db/rpc/lookup_analysis_by_component?id=${id}`)

test('the insights of a component are those of the items that it is tied to [CAT-14]', async () => {
  expect((await lookup(idOf('11'))).json()).toMatchObject([
    { analysis_id: idOf('31'), config_id: idOf('21'), component_id: idOf('11'), severity: 'high' },
  ])
  expect((await lookup(idOf('19'))).json()).toEqual([])
})
