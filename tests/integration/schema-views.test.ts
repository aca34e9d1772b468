import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { insertRow, local, oneValue } from '#tests/fixtures/rows.ts'

describe.each(kinds)('views and functions on the $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())

  const one = (sql: string, parameters?: unknown[]): Promise<unknown> => oneValue(database, sql, parameters)
  const insert = (table: string, row: Record<string, unknown>): Promise<string> => insertRow(database, table, row)

  const related = async (...call: unknown[]): Promise<string[]> => {
    const placeholders = call.map((_, at) => `$${at + 1}`).join(', ')
    const { rows } = await database.query<{ name: string }>(
      `select name from related_configs_recursive(${placeholders})`,
      call,
    )
    return rows.map(({ name }) => name)
  }

  test('summarizes a check over the last hour, or by its last result', async () => {
    const canary_id = await insert('canaries', {
      name: 'summed',
      namespace: 'shop',
      spec: '{}',
      labels: { team: 'web', tier: 'one' },
    })
    const check = (name: string): Promise<string> =>
      insert('checks', { canary_id, name, type: 'http', labels: { tier: 'two' } })
    const [busy, old, fresh] = [await check('busy'), await check('old'), await check('fresh')]
    await database.query(
      `insert into check_statuses (check_id, time, status, duration)
       select $1::uuid, now() - make_interval(mins => n), n % 10 <> 0, n from generate_series(1, 20) as n`,
      [busy],
    )
    await database.query(
      `insert into check_statuses (check_id, time, status, duration) values
       ($1, now() - interval '2 days', true, 30), ($1, now() - interval '3 days', false, 900)`,
      [old],
    )
    const { rows } = await database.query(
      `select name, canary_name, canary_namespace, labels, uptime ->> 'passed' as passed, uptime ->> 'failed' as failed,
         latency from check_summary where canary_id = $1 order by name`,
      [canary_id],
    )
    const common = { canary_name: 'summed', canary_namespace: 'shop', labels: { team: 'web', tier: 'two' } }
    expect(rows).toEqual([
      { ...common, name: 'busy', passed: '18', failed: '2', latency: { p99: 20, p95: 19, p50: 10, avg: 10.5 } },
      { ...common, name: 'fresh', passed: '0', failed: '0', latency: { p99: null, p95: null, p50: null, avg: null } },
      { ...common, name: 'old', passed: '1', failed: '0', latency: { p99: 30, p95: 30, p50: 30, avg: 30 } },
    ])
    expect(await one('select sum(total_checks)::int from check_statuses_5m where check_id = $1', [busy])).toBe(20)

    const component = await insert('components', { external_id: 'x', name: 'shop', status: 'healthy' })
    await database.query(
      `insert into check_component_relationships (component_id, check_id, canary_id, selector_id) values ($1, $2, $3, 's')`,
      [component, fresh, canary_id],
    )
    expect((await database.query('select id from check_summary_for_component($1)', [component])).rows).toEqual([
      { id: fresh },
    ])
  })

  test('uses the newest job of a resource for its status', async () => {
    const canary = await insert('canaries', { name: 'worked', namespace: 'n', spec: '{"schedule":"@every 30s"}' })
    const job = (status: string, start: string): Promise<string> =>
      insert('job_history', { name: 'Canary', resource_type: 'canary', resource_id: canary, status, time_start: start })
    await job('FAILED', '2025-03-24T08:00:00Z')
    await job('SUCCESS', '2025-03-24T09:00:00Z')
    const { rows } = await database.query(
      'select schedule, job_status, job_time_start, job_last_failed, agent from canaries_with_status where id = $1',
      [canary],
    )
    expect(rows).toEqual([
      {
        schedule: '@every 30s',
        job_status: 'SUCCESS',
        job_time_start: '2025-03-24T09:00:00+00:00',
        job_last_failed: '2025-03-24T08:00:00+00:00',
        agent: { id: local, name: 'local' },
      },
    ])
    expect(
      (await database.query('select distinct resource_name from job_histories where resource_id = $1', [canary])).rows,
    ).toEqual([{ resource_name: 'worked' }])
  })

  describe('follows config items', () => {
    const ids: Record<string, string> = {}
    beforeAll(async () => {
      const item = async (name: string, more: Record<string, unknown> = {}): Promise<void> => {
        ids[name] = await insert('config_items', { name, config_class: 'Thing', type: 'Test::Thing', ...more })
      }
      await item('cluster')
      await item('node', { parent_id: ids['cluster'] })
      await item('pod', { parent_id: ids['node'], tags: { namespace: 'shop', team: 'web' } })
      await item('secret')
      await item('gone', { deleted_at: '2025-01-01T00:00:00Z' })
      const relate = (from: string, to: string, relation: string): Promise<unknown> =>
        database.query(
          'insert into config_relationships (config_id, related_id, relation, selector_id) values ($1, $2, $3, $4)',
          [ids[from], ids[to], relation, 's'],
        )
      await relate('pod', 'secret', 'mounts')
      await relate('pod', 'gone', 'mounts')
      await relate('secret', 'cluster', 'belongs')
      await database.query(
        `insert into config_changes (config_id, change_type, severity) values ($1, 'diff', 'info'), ($2, 'Healthy', 'info')`,
        [ids['pod'], ids['secret']],
      )
    })
    test('outgoing, including itself, nearest first and through cycles', async () => {
      expect(await related(ids['cluster'])).toEqual(['cluster', 'node', 'pod', 'secret'])
      expect(await related(ids['cluster'], 'outgoing', true)).toEqual(['cluster', 'node', 'pod', 'gone', 'secret'])
      expect(await related(ids['cluster'], 'outgoing', false, 1)).toEqual(['cluster', 'node'])
    })
    test('incoming, in both directions, and over hard relations only', async () => {
      expect(await related(ids['pod'], 'incoming', false, 1)).toEqual(['pod', 'node'])
      expect(await related(ids['pod'], 'all', false, 1)).toEqual(['pod', 'node', 'secret'])
      expect(await related(ids['pod'], 'outgoing', false, 5, 'hard', 'hard')).toEqual(['pod'])
      expect(await related(ids['node'], 'all', false, 5, 'hard', 'hard')).toEqual(['node', 'cluster', 'pod'])
    })
    test('with the related IDs of each', async () => {
      const { rows } = await database.query(
        'select name, related_ids from related_configs_recursive($1, max_depth => 1)',
        [ids['pod']],
      )
      expect(rows).toEqual([
        { name: 'pod', related_ids: [ids['secret']] },
        { name: 'secret', related_ids: [] },
      ])
    })
    test('with their changes', async () => {
      const changes = async (soft: boolean): Promise<unknown[]> =>
        (
          await database.query(
            'select name, change_type from related_changes_recursive($1, soft => $2) order by name',
            [ids['node'], soft],
          )
        ).rows
      expect(await changes(false)).toEqual([{ name: 'pod', change_type: 'diff' }])
      expect(await changes(true)).toEqual([
        { name: 'pod', change_type: 'diff' },
        { name: 'secret', change_type: 'Healthy' },
      ])
      expect(
        (await database.query('select namespace, changes, analysis from configs where id = $1', [ids['pod']])).rows,
      ).toEqual([{ namespace: 'shop', changes: 1, analysis: null }])
      expect(await one('select tags_values from config_items where id = $1', [ids['pod']])).toEqual(
        expect.arrayContaining(['shop', 'web']),
      )
      expect(await one('select summary from config_detail where id = $1', [ids['pod']])).toEqual({
        relationships: 2,
        analysis: 0,
        changes: 1,
        playbook_runs: 0,
        checks: 0,
      })
    })
  })

  test('lists the actions of a run and its child runs', async () => {
    const playbook_id = await insert('playbooks', {
      name: 'listed',
      spec: '{"icon":"wrench"}',
      source: 'UI',
      title: 'Listed',
    })
    const run = await insert('playbook_runs', { playbook_id })
    const child = await insert('playbook_runs', { playbook_id, parent_id: run })
    const action = (playbook_run_id: string, name: string, start_time: string): Promise<string> =>
      insert('playbook_run_actions', { playbook_run_id, name, start_time })
    await action(child, 'second', '2025-03-24T08:01:00Z')
    await action(run, 'first', '2025-03-24T08:00:00Z')
    const { rows } = await database.query('select name, playbook_run_id, agent from get_playbook_run_actions($1)', [
      run,
    ])
    const agent = { id: local, name: 'local' }
    expect(rows).toEqual([
      { name: 'first', playbook_run_id: run, agent },
      { name: 'second', playbook_run_id: child, agent },
    ])
    expect((await database.query('select title, icon from playbook_names where id = $1', [playbook_id])).rows).toEqual([
      { title: 'Listed', icon: 'wrench' },
    ])
  })
})
