import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabase } from '#relay/database/copy-database.ts'
import type { Database } from '#relay/database/database.ts'
import { openEmbedded, openServer } from '#tests/fixtures/databases.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

let source: Database
let target: Database
beforeAll(async () => {
  source = await openEmbedded()
  target = await openServer()
})
afterAll(async () => {
  await source.close()
  await target.close()
})

const everything = async (database: Database): Promise<unknown> => {
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     where nspname in ('public', 'identity') and relkind = 'r' order by 1`,
  )
  const tables: Record<string, unknown> = {}
  for (const { name } of rows) tables[name] = (await database.query(`select * from ${name} as t order by t::text`)).rows
  return tables
}

test('moves everything in the embedded database to a server, which continues from there', async () => {
  await insertRow(source, 'people', { name: 'Ada', email: 'ada@example.test' })
  const identity_id = await insertRow(source, 'identities', {
    traits: { email: 'bo@example.test', name: { first: 'Bo' } },
  })
  await source.query(
    "insert into identity.passwords (identity_id, hash, changed_at) values ($1, '$argon2id$', now())",
    [identity_id],
  )
  const canary_id = await insertRow(source, 'canaries', {
    name: 'web',
    namespace: 'n',
    spec: { http: [] },
    created_by: admin,
  })
  const check_id = await insertRow(source, 'checks', { canary_id, name: 'home', type: 'http', labels: { 'a"b': '\\' } })
  await source.query(
    `insert into check_statuses (check_id, time, status, duration)
     select $1::uuid, now() - make_interval(secs => n), true, n from generate_series(1, 1200) as n`,
    [check_id],
  )
  await insertRow(source, 'config_items', {
    config_class: 'Pod',
    type: 'T',
    tags: { x: 'y' },
    external_id: ['a', 'b"c'],
  })
  const playbook_id = await insertRow(source, 'playbooks', { name: 'p', spec: {}, source: 'UI' })
  const notification_id = await insertRow(source, 'notifications', { name: 'n', events: ['check.failed'] })
  const send = { notification_id, resource_id: check_id, source_event: 'check.failed' }
  const notification_send_id = await insertRow(source, 'notification_send_history', send)
  const run = await insertRow(source, 'playbook_runs', { playbook_id, notification_send_id })
  await source.query('update notification_send_history set playbook_run_id = $1', [run])
  const incident = {
    title: 't',
    description: 'd',
    type: 'cost',
    status: 'open',
    severity: 'low',
    created_by: admin,
  }
  await insertRow(source, 'incidents', incident)

  expect(await copyDatabase(source, target)).toBeGreaterThan(1200)
  expect(await everything(target)).toEqual(await everything(source))
  expect((await target.query('select name, roles from people_roles')).rows).toEqual([
    { name: 'Admin', roles: ['admin'] },
  ])

  const { rows: people } = await target.query(
    'select name, hash from people join identity.passwords on identity_id = id',
  )
  expect(people).toEqual([{ name: 'Bo', hash: '$argon2id$' }])

  await insertRow(target, 'incidents', incident)
  expect((await target.query('select incident_id from incidents order by id')).rows).toEqual([
    { incident_id: 'INC-1' },
    { incident_id: 'INC-2' },
  ])
  expect((await target.query('select count(*) as steps from incident_histories')).rows).toEqual([{ steps: 2 }])
  await expect(target.query('delete from people where id = $1', [admin])).rejects.toMatchObject({ code: '23503' })
  await expect(copyDatabase(source, target)).rejects.toThrow(
    'The target database is not empty. Copy into an empty one.',
  )
})
