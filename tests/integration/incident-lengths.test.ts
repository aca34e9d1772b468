import { expect, onTestFinished, test } from 'vitest'
import { addMembers } from '#relay/backend/incidents/rules/rule-incidents.ts'
import { startTestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { admin, insertRow, oneValue } from '#tests/fixtures/rows.ts'

test('rejects a comment or title that is too long by its name, and stores nothing', async () => {
  const backend = await startTestBackend()
  onTestFinished(() => backend.close())
  const write = (table: string, body: object) =>
    fetch(`${backend.url}/api/db/${table}?select=id`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify({ ...body, created_by: admin }),
    })
  const incident = { title: 'Disk fills', description: '', type: 'cost', severity: 'low', status: 'open' }
  const [{ id = '' } = {}] = (await (await write('incidents', incident)).json()) as { id?: string }[]
  const tooLong: readonly (readonly [table: string, body: object])[] = [
    ['comments', { incident_id: id, comment: 'x'.repeat(1_000_000) }],
    ['incidents', { ...incident, title: 'x'.repeat(1_001) }],
    ['hypotheses', { incident_id: id, title: 'x'.repeat(1_001), type: 'root', status: 'possible' }],
  ]
  const rejected = await Promise.all(tooLong.map(async ([table, body]) => write(table, body)))
  expect(rejected.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(await Promise.all(rejected.map((response) => response.text()))).toEqual([
    expect.stringContaining('comments_comment_length'),
    expect.stringContaining('incidents_title_length'),
    expect.stringContaining('hypotheses_title_length'),
  ])
  expect((await write('comments', { incident_id: id, comment: 'x'.repeat(65_536) })).status).toBe(201)
})

test('a long message of a failure is cut between characters, so that its evidence can be stored', async () => {
  const database = await openServer()
  onTestFinished(() => database.close())
  const backend = await startTestBackend({ database })
  onTestFinished(() => backend.close())
  const config = await insertRow(database, 'config_items', { name: 'db', type: 'Db', config_class: 'Db', config: '{}' })
  const values = { title: 'Disk fills', description: '', type: 'cost', severity: 'low', status: 'open' }
  const incident = await insertRow(database, 'incidents', { ...values, created_by: admin })
  const failure = {
    kind: 'config',
    id: config,
    name: 'db',
    type: 'Db',
    namespace: '',
    health: 'unhealthy',
    status: '',
    severity: '',
    category: '',
    owner: '',
    labels: {},
    message: '🔥'.repeat(2_000),
    sinceMs: 0,
    components: [],
    group: '',
    groupName: '',
  } as const
  for (const name of ['db', 'dbs']) await addMembers(database, incident, [{ ...failure, name }])
  expect(await oneValue(database, `select string_agg(right(description, 2), ' ') from evidences`)).toBe('🔥… 🔥…')
})
