import { tmpdir } from 'node:os'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditRetentionJob } from '#relay/backend/audit/audit-retention.ts'
import { Properties } from '#relay/backend/properties/properties.ts'
import type { Database } from '#relay/database/database.ts'
import { kinds, openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

describe('the audit log', () => {
  let database: Database
  let people: PeopleConsole
  beforeAll(async () => {
    database = await openServer()
    people = await startPeopleConsole(database, {
      grace: ['admin'],
      eve: ['editor'],
      rex: ['responder'],
      vic: ['viewer'],
      gus: ['guest'],
    })
  })
  afterAll(async () => {
    await people.stop()
    await database.close()
  })
  beforeEach(() => database.query('delete from audit_log'))

  const write = async (name: string, path: string, method: string, body?: object): Promise<string> => {
    const response = await people.ask(name, `/api/db/${path}`, method, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text
  }
  const status = async (name: string, path: string, method = 'GET', body?: object) =>
    (await people.ask(name, `/api/db/${path}`, method, body)).status
  const log = async (table: string) =>
    (
      await database.query<{
        person_name: string | null
        action: string
        changed: string[]
        before: unknown
        after: unknown
      }>(
        `select person_name, action, row_name, changed, before, after from audit_log where table_name = $1 order by at`,
        [table],
      )
    ).rows

  test('records who created, changed, deleted and restored a resource, with the previous values', async () => {
    const id = '0193a5d0-0000-7000-8000-00000000c0a1'
    const canary = {
      id,
      name: 'shop',
      namespace: 'default',
      source: 'UI',
      spec: { http: [{ name: 'a', url: 'http://a' }] },
    }
    await write('grace', 'canaries', 'POST', canary)
    await write('eve', `canaries?id=eq.${id}`, 'PATCH', { labels: { team: 'web' } })
    await write('eve', `canaries?id=eq.${id}`, 'PATCH', { labels: { team: 'web' } })
    await write('grace', `canaries?id=eq.${id}`, 'PATCH', { deleted_at: 'now()' })
    await write('eve', `canaries?id=eq.${id}`, 'PATCH', { deleted_at: null })
    expect(await log('canaries')).toMatchObject([
      { person_name: 'grace', action: 'created', row_name: 'shop', before: null, after: { namespace: 'default' } },
      {
        person_name: 'eve',
        action: 'changed',
        changed: ['labels'],
        before: { labels: null },
        after: { labels: { team: 'web' } },
      },
      { person_name: 'grace', action: 'deleted', changed: ['deleted_at'] },
      { person_name: 'eve', action: 'restored', changed: ['deleted_at'] },
    ])
  })

  test('contains no secret, but records that one was changed', async () => {
    const id = '0193a5d0-0000-7000-8000-00000000c0a2'
    const connection = { id, name: 'db', namespace: 'default', type: 'postgres', url: 'postgres://u:first@db/x' }
    await write('grace', 'connections', 'POST', { ...connection, password: 'hunter-first' })
    await write('grace', `connections?id=eq.${id}`, 'PATCH', { password: 'hunter-second' })
    const entries = await log('connections')
    expect(entries[1]).toMatchObject({ changed: ['password'], before: { password: '***' }, after: { password: '***' } })
    expect(JSON.stringify(entries)).not.toMatch(/hunter|first|sealed/)
  })

  test('names who changed an incident, and so does its timeline, regardless of who opened it', async () => {
    const id = '0193a5d0-0000-7000-8000-00000000c0a3'
    const incident = { id, title: 'Down', description: '', type: 'cost', severity: 'low', status: 'open' }
    await write('grace', 'incidents', 'POST', incident)
    await write('rex', `incidents?id=eq.${id}`, 'PATCH', { status: 'resolved' })
    expect((await log('incidents')).map(({ person_name: name, action }) => [name, action])).toEqual([
      ['grace', 'created'],
      ['rex', 'changed'],
    ])
    const { rows } = await database.query(
      `select incident_histories.type, name from incident_histories join people on people.id = incident_histories.created_by
        where incident_id = $1 order by incident_histories.created_at`,
      [id],
    )
    expect(rows).toEqual([
      { type: 'incident.created', name: 'grace' },
      { type: 'incident.status_updated', name: 'rex' },
    ])
  })

  test('has no entry of a rolled-back request, and no actor for the next transaction', async () => {
    const team = { name: 'kept out', created_by: people.getId('grace') }
    const response = await people.ask('grace', '/api/db/teams', 'POST', team)
    expect(response.status).toBe(201)
    await database.query("update teams set icon = 'x' where name = 'kept out'")
    const again = await people.ask('grace', '/api/db/teams', 'POST', team)
    expect(again.status).toBe(409)
    expect((await log('teams')).map(({ person_name: name, action }) => [name, action])).toEqual([
      ['grace', 'created'],
      [null, 'changed'],
    ])
  })

  const history = async (name: string, query: string) => {
    const response = await people.ask(name, `/api/resources/history?${query}`)
    return { status: response.status, body: await response.json() }
  }

  test('the history of a resource is readable with the resource, newest first, without secrets', async () => {
    const id = '0193a5d0-0000-7000-8000-00000000c0b1'
    await write('grace', 'teams', 'POST', {
      id,
      name: 'web',
      source: 'UI',
      icon: 'group',
      created_by: people.getId('grace'),
    })
    await write('eve', `teams?id=eq.${id}`, 'PATCH', { icon: 'star' })
    await write('grace', 'team_members', 'POST', { team_id: id, person_id: people.getId('vic') })
    for (const name of ['grace', 'eve', 'rex', 'vic', 'gus'])
      expect(await history(name, `table=teams&id=${id}`)).toMatchObject({
        status: 200,
        body: {
          isCut: false,
          entries: [
            { person_name: 'grace', action: 'created', table_name: 'team_members', row_name: 'vic' },
            { person_name: 'eve', action: 'changed', before: { icon: 'group' }, after: { icon: 'star' } },
            { person_name: 'grace', action: 'created', before: null },
          ],
        },
      })
    const connection = { id, name: 'kept', namespace: 'default', type: 'postgres', password: 'hunter-third' }
    await write('grace', 'connections', 'POST', connection)
    for (const name of ['rex', 'vic', 'gus'])
      expect([403, 404]).toContain((await history(name, `table=connections&id=${id}`)).status)
    expect(JSON.stringify(await history('grace', `table=connections&id=${id}`))).not.toMatch(/hunter|sealed/)
  })

  test('returns no history for missing rows and other tables', async () => {
    const id = '0193a5d0-0000-7000-8000-00000000c0ff'
    expect(await history('grace', `table=teams&id=${id}`)).toMatchObject({ status: 404 })
    for (const query of [`table=people&id=${id}`, 'table=teams&id=x', `table=audit_log&id=${id}`, ''])
      expect(await history('grace', query)).toMatchObject({ status: 400 })
  })

  test('filters by people, the console, kinds and text together, with any characters in names', async () => {
    await write('grace', 'properties', 'POST', { name: 'a,b"(c)', value: 'x' })
    await database.query("update properties set value = 'y' where name = 'a,b\"(c)'")
    const query = 'audit_log?select=action,person_name&order=at'
    const rows = async (and: string) =>
      JSON.parse(await write('grace', `${query}&and=${encodeURIComponent(`(${and})`)}`, 'GET'))
    const about = 'row_id.eq."a,b\\"(c)"'
    expect(await rows(`${about},or(person_name.in.("grace"))`)).toEqual([{ action: 'created', person_name: 'grace' }])
    expect(await rows(`${about},or(person_name.is.null)`)).toEqual([{ action: 'changed', person_name: null }])
    expect(await rows(`${about},or(person_name.not.in.("grace"),person_name.is.null)`)).toHaveLength(1)
    expect(await rows(`${about},or(row_name.ilike."*a,b*")`)).toHaveLength(2)
  })

  test('only administrators can read it by any path, and no role can write it', async () => {
    await write('grace', 'properties', 'POST', { name: 'colour', value: 'blue' })
    expect(await status('grace', 'audit_log?select=*')).toBe(200)
    for (const name of ['eve', 'rex', 'vic', 'gus'])
      for (const path of [
        'audit_log',
        'audit_log?select=count()',
        'people?select=*,audit_log(*)',
        'audit_log?order=before',
      ])
        expect([name, path, [400, 403].includes(await status(name, path))]).toEqual([name, path, true])
    for (const [method, body] of [
      ['POST', { action: 'x' }],
      ['PATCH', { action: 'x' }],
      ['DELETE', undefined],
    ] as const)
      expect(await status('grace', 'audit_log?action=eq.created', method, body)).toBe(403)
  })
})

const sealedSpec = (seal: string) => ({ exec: [{ script: `curl -u a:sealed:v1:${seal}` }] })

describe.each(kinds)('the triggers of the audit log on the $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  const count = async () =>
    (await database.query<{ n: number }>("select count(*)::int n from audit_log where table_name <> 'agents'")).rows[0]
      ?.n

  test('ignore writes of engines and agents, and secrets that were only encrypted again', async () => {
    const agent = await insertRow(database, 'agents', { name: 'edge' })
    const canary = { namespace: 'n', spec: '{}' }
    await insertRow(database, 'canaries', { ...canary, name: 'of an agent', agent_id: agent })
    await insertRow(database, 'canaries', { ...canary, name: 'of a component', source: 'component/x' })
    const incident = { title: 't', description: '', type: 'cost', severity: 'low', status: 'open', created_by: admin }
    await insertRow(database, 'incidents', incident)
    expect(await count()).toBe(0)
    const ownCanary = await insertRow(database, 'canaries', {
      ...canary,
      name: 'of a file',
      source: 'ConfigFile/a.yaml',
    })
    expect(await count()).toBe(1)
    const put = 'update canaries set spec = $2::jsonb where id = $1'
    await database.query(put, [ownCanary, JSON.stringify(sealedSpec('AAAA'))])
    await database.query(put, [ownCanary, JSON.stringify(sealedSpec('BBBB'))])
    expect(await count()).toBe(2)
    await database.transaction(async (transaction) => {
      await transaction.query("select set_config('quarterdeck.actor', $1, true)", [admin])
      await transaction.query("update incidents set status = 'closed' where title = 't'")
    })
    const { rows } = await database.query(
      "select person_name, changed, origin from audit_log where table_name in ('incidents', 'canaries') order by at",
    )
    expect(rows).toEqual([
      { person_name: null, changed: [], origin: 'ConfigFile/a.yaml' },
      { person_name: null, changed: ['spec'], origin: 'ConfigFile/a.yaml' },
      { person_name: 'Admin', changed: ['closed', 'status'], origin: null },
    ])
  })

  test('deletes only entries older than the setting', async () => {
    await database.query('delete from audit_log')
    await database.query(
      `insert into audit_log (at, action, table_name, row_id)
       values (now() - interval '366 days', 'created', 'canaries', 'old'),
              (now() - interval '364 days', 'created', 'canaries', 'kept')`,
    )
    const properties = new Properties(database, tmpdir(), pino({ level: 'silent' }))
    expect(await auditRetentionJob(database, properties).run()).toEqual({ count: 1 })
    expect((await database.query('select row_id from audit_log')).rows).toEqual([{ row_id: 'kept' }])
  })
})
