import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { admin, insertRow, local, oneValue } from '#tests/fixtures/rows.ts'

describe.each(kinds)('triggers on the $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const one = (sql: string, parameters?: unknown[]): Promise<unknown> => oneValue(database, sql, parameters)
  const insert = (table: string, row: Record<string, unknown>): Promise<string> => insertRow(database, table, row)

  describe('updates updated_at', () => {
    const past = '2020-01-01T00:00:00+00:00'
    const moves = async (table: string, row: Record<string, unknown>, change: string): Promise<boolean> => {
      const id = await insert(table, { ...row, updated_at: past })
      const after = await one(`update ${table} set ${change} where id = $1 returning updated_at`, [id])
      await database.query(`delete from ${table} where id = $1`, [id])
      return after !== past
    }
    const playbook = { name: 'touched', spec: '{}', source: 'UI' }
    const config = { config_class: 'Pod', type: 'Kubernetes::Pod', config: '{"a":1}' }
    const canary = { name: 'touched', namespace: 'n', spec: '{}' }

    test('when a column value changes', async () => {
      expect(await moves('playbooks', playbook, "title = 'new'")).toBe(true)
      expect(await moves('playbooks', playbook, "title = ''")).toBe(false)
    })
    test('but not on soft deletion or restore', async () => {
      expect(await moves('playbooks', playbook, 'deleted_at = now()')).toBe(false)
      expect(await moves('playbooks', { ...playbook, deleted_at: past }, 'deleted_at = null')).toBe(false)
    })
    test('but not for rows of other agents or forwarded rows', async () => {
      const agent = await insert('agents', { name: 'other' })
      const topology = { name: 'touched', namespace: 'n' }
      expect(await moves('topologies', topology, "schedule = '@hourly'")).toBe(true)
      expect(await moves('topologies', { ...topology, agent_id: agent }, "schedule = '@hourly'")).toBe(false)
      expect(await moves('topologies', topology, 'is_pushed = true')).toBe(false)
    })
    test('of a config item only for its document, of a canary only for its spec', async () => {
      expect(await moves('config_items', config, "health = 'unhealthy'")).toBe(false)
      expect(await moves('config_items', config, `config = '{"a":2}'`)).toBe(true)
      expect(await moves('canaries', canary, `labels = '{"a":"b"}'`)).toBe(false)
      expect(await moves('canaries', canary, `spec = '{"http":[]}'`)).toBe(true)
    })
  })

  describe('records the timeline of an incident', () => {
    test('with every step', async () => {
      const first = await insert('incidents', {
        title: 't',
        description: 'd',
        type: 'availability',
        status: 'open',
        severity: 'high',
        created_by: admin,
      })
      const incident_id = await insert('incidents', {
        title: 't',
        description: 'd',
        type: 'availability',
        status: 'open',
        severity: 'high',
        created_by: admin,
      })
      const number = async (id: string): Promise<number> =>
        Number(/^INC-(\d+)$/.exec(String(await one('select incident_id from incidents where id = $1', [id])))?.[1])
      expect(await number(incident_id)).toBe((await number(first)) + 1)

      const by = { incident_id, created_by: admin }
      const hypothesis = await insert('hypotheses', { ...by, type: 'root', title: 'h', status: 'possible' })
      await database.query("update hypotheses set status = 'proven' where id = $1", [hypothesis])
      await database.query("update hypotheses set title = 'other' where id = $1", [hypothesis])
      const responder = await insert('responders', { ...by, type: 'person', person_id: admin })
      await insert('comments', { ...by, comment: 'of a person', hypothesis_id: hypothesis })
      const comment = await insert('comments', {
        ...by,
        comment: 'c',
        hypothesis_id: hypothesis,
        responder_id: responder,
      })
      const evidence = await insert('evidences', {
        hypothesis_id: hypothesis,
        type: 'comment',
        description: 'e',
        created_by: admin,
      })
      await database.query('update evidences set definition_of_done = true where id = $1', [evidence])
      await database.query("update incidents set status = 'closed' where id = $1", [incident_id])

      const { rows } = await database.query(
        `select type, description, hypothesis_id, responder_id, comment_id, evidence_id
         from incident_histories where incident_id = $1 order by type`,
        [incident_id],
      )
      const none = { hypothesis_id: null, responder_id: null, comment_id: null, evidence_id: null }
      const found = { ...none, hypothesis_id: hypothesis, evidence_id: evidence }
      // Rows of the same millisecond have no defined order.
      expect(rows).toEqual([
        { ...found, type: 'evidence.created', description: evidence },
        { ...found, type: 'evidence.done_definition_added', description: evidence },
        { ...none, type: 'hypothesis.created', description: 'possible', hypothesis_id: hypothesis },
        { ...none, type: 'hypothesis.status_updated', description: 'proven', hypothesis_id: hypothesis },
        { ...none, type: 'incident.created', description: 'open' },
        { ...none, type: 'incident.status_updated', description: 'closed' },
        {
          ...none,
          type: 'responder.commented',
          description: comment,
          comment_id: comment,
          hypothesis_id: hypothesis,
          responder_id: responder,
        },
        { ...none, type: 'responder.created', description: responder, responder_id: responder },
      ])
      expect(await one('select responders from incident_summary where id = $1', [incident_id])).toEqual([
        { id: admin, name: 'Admin', avatar: null },
      ])
    })

    test('sets resolved and closed from the status, and clears them on reopening', async () => {
      const incident = { title: 't', description: 'd', type: 'availability', severity: 'high', created_by: admin }
      const id = await insert('incidents', { ...incident, status: 'open' })
      const become = async (status: string) =>
        one(
          'update incidents set status = $2 where id = $1 returning (resolved is not null)::int + (closed is not null)::int * 2',
          [id, status],
        )
      expect(await become('resolved')).toBe(1)
      expect(await become('closed')).toBe(3)
      expect(await become('investigating')).toBe(0)
      expect(await become('closed')).toBe(2)
      expect(await become('resolved')).toBe(1)
      const at = '2026-03-24T03:00:00.000Z'
      const resolvedId = await insert('incidents', { ...incident, status: 'resolved', resolved: at })
      expect(
        await one(`select to_json(resolved at time zone 'utc') #>> '{}' from incidents where id = $1`, [resolvedId]),
      ).toBe('2026-03-24T03:00:00')
    })
  })

  describe('notifies', () => {
    const received: string[] = []
    beforeAll(async () => {
      const channels = [
        'table_activity',
        'playbook_run_updates',
        'playbook_action_updates',
        'playbook_updated',
        'event_queue_updates',
      ]
      for (const channel of channels)
        await database.listen(channel, (payload) => received.push(`${channel}: ${payload}`))
    })
    beforeEach(() => {
      received.length = 0
    })
    /** Notifications arrive in order, so all have arrived once a later one has. */
    const receivedSoFar = async (): Promise<string[]> => {
      await database.query("select pg_notify('event_queue_updates', 'now')")
      await vi.waitFor(() => expect(received.at(-1)).toBe('event_queue_updates: now'))
      return received.slice(0, -1)
    }

    test('of rules, teams and their members', async () => {
      const team = await insert('teams', { name: 'told', created_by: admin })
      await database.query('insert into team_members values ($1, $2)', [team, admin])
      await database.query('delete from team_members where team_id = $1', [team])
      await database.query('delete from teams where id = $1', [team])
      const rule = await insert('notifications', { name: 'told', events: ['check.failed'] })
      await database.query("update notifications set title = 'x' where id = $1", [rule])
      expect(await receivedSoFar()).toEqual([
        `table_activity: teams INSERT ${team}`,
        `table_activity: team_members INSERT ${team} ${admin}`,
        `table_activity: team_members DELETE ${team} ${admin}`,
        `table_activity: teams DELETE ${team}`,
        `table_activity: notifications INSERT ${rule}`,
        `table_activity: notifications UPDATE ${rule}`,
      ])
    })

    test('of playbooks, their runs and their actions', async () => {
      const playbook = await insert('playbooks', { name: 'told', spec: '{}', source: 'UI' })
      const run = await insert('playbook_runs', { playbook_id: playbook })
      await database.query("update playbook_runs set status = 'running' where id = $1", [run])
      const action = await insert('playbook_run_actions', { playbook_run_id: run, name: 'a' })
      await database.query("update playbook_run_actions set status = 'completed', end_time = now() where id = $1", [
        action,
      ])
      await database.query("update playbook_runs set status = 'scheduled' where id = $1", [run])
      expect(await receivedSoFar()).toEqual([
        `table_activity: playbooks INSERT ${playbook}`,
        `playbook_updated: ${playbook}`,
        'playbook_run_updates: ',
        `playbook_action_updates: {"id" : "${action}", "agent_id" : "${local}"}`,
        `table_activity: playbook_run_actions ${action}`,
        'playbook_run_updates: ',
      ])
    })

    test('of an event once, even when queued repeatedly', async () => {
      const queue = `insert into event_queue (name, properties) values ('check.failed', '{"id":"1"}')
                     on conflict (name, properties) do update set attempts = 0`
      await database.query(queue)
      await database.query(queue)
      expect(await receivedSoFar()).toEqual(['event_queue_updates: check.failed'])
    })
  })

  test('masks secrets of connections and keeps them when the mask is written back', async () => {
    const id = await insert('connections', {
      name: 'masked',
      type: 'http',
      url: 'https://example.test',
      username: 'secret://web/user',
      password: 'hunter2',
      properties: { clientSecret: 's3cret', region: 'eu', bearer: 'secret://web/token' },
    })
    const details = async (): Promise<unknown> =>
      (
        await database.query(
          'select username, password, certificate, properties, category from connection_details where id = $1',
          [id],
        )
      ).rows
    const masked = {
      username: 'secret://web/user',
      password: '***',
      certificate: null,
      category: null,
      properties: { clientSecret: '***', region: 'eu', bearer: 'secret://web/token' },
    }
    expect(await details()).toEqual([masked])

    await database.query(`update connections set password = '***', username = 'new', properties = $2 where id = $1`, [
      id,
      { ...masked.properties, region: 'us' },
    ])
    const stored = await database.query('select username, password, properties from connections where id = $1', [id])
    expect(stored.rows).toEqual([
      {
        username: 'new',
        password: 'hunter2',
        properties: { clientSecret: 's3cret', region: 'us', bearer: 'secret://web/token' },
      },
    ])
    await database.query("update connection_details set name = 'renamed', password = '***' where id = $1", [id])
    expect((await database.query('select name, password from connections where id = $1', [id])).rows).toEqual([
      { name: 'renamed', password: 'hunter2' },
    ])
    await database.query("update connections set url = 'slack://$(password)@channel' where id = $1", [id])
    expect(await one('select category from connections_list where id = $1', [id])).toBe('notification')
  })

  test('copies name and email of a sign-in account to the person with the same ID', async () => {
    const id = await insert('identities', {
      traits: { email: 'grace@example.test', name: { first: 'Grace', last: 'H' } },
    })
    const person = async (): Promise<unknown> =>
      (await database.query('select name, email from people where id = $1', [id])).rows
    expect(await person()).toEqual([{ name: 'Grace H', email: 'grace@example.test' }])
    await database.query(
      `update identities set traits = '{"email":"g@example.test","name":{"first":"G"}}' where id = $1`,
      [id],
    )
    expect(await person()).toEqual([{ name: 'G', email: 'g@example.test' }])
  })
})
