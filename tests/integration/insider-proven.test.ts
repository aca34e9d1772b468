import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#shared/access/roles.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { openInsiderApi, sowRows, type InsiderApi, type InsiderCall } from '#tests/fixtures/insider/insider-api.ts'
import { denied, granted, sown, withRole } from '#tests/fixtures/insider/insiders.ts'
import { admin, oneValue } from '#tests/fixtures/rows.ts'

let database: Database
let api: InsiderApi
beforeAll(async () => {
  database = await openServer()
  await sowRows(database)
  api = await openInsiderApi(database)
})
afterAll(async () => {
  await api.close()
  await database.close()
})

const representation = { prefer: 'return=representation' }
const asRole = (role: Role, call: InsiderCall) => api.ask(withRole(role), call)
const write = (method: 'POST' | 'PATCH', path: string, row: object): InsiderCall => ({
  method,
  path,
  headers: representation,
  body: JSON.stringify(row),
})
const readStatus = async (role: Role, call: InsiderCall) => (await asRole(role, call)).status

describe('a guest and a viewer reach no connection', () => {
  const indirectPaths = [
    'people?select=name,connections(url,username,password,certificate,properties)',
    'people?select=name,connections!inner(name)&connections.password=like.7*',
    'people?select=name,c:connections!connections_created_by_fkey(name)',
    'people?select=name,connections()&connections=not.is.null',
    'people?select=connections(count)',
    'people?select=connections(password::int)',
    'people_roles?select=name,connections(password)',
    'people?select=name,notifications!notification_created_by_fkey(notification_send_history(connections(password)))',
    'notification_send_history?select=id,...connections(password)',
    'notification_send_history?select=id,connections(name)&order=connections(password)',
    'incidents?select=id,hypotheses(id,created_by(connections(password)))',
    'rpc/lookup_component_incidents?component_id=x&select=connections(*)',
  ]
  test.each(indirectPaths)('by %s', async (path) => {
    for (const role of ['guest', 'viewer', 'responder', 'commander'] as const) {
      const { status, body } = await asRole(role, { path })
      expect([status >= 400 && status < 500, body.includes('MARK')]).toEqual([true, false])
    }
  })

  test('names the object that was denied', async () => {
    const { status, headers } = await asRole('viewer', { path: 'people?select=connections(name)' })
    expect([status, headers['x-rbac-object'], headers['x-rbac-action']]).toEqual([403, 'connection', 'read'])
  })

  test('through the response of a write', async () => {
    const row = { comment: 'x', incident_id: sown('91'), created_by: sown('02') }
    const { status, body } = await asRole(
      'responder',
      write('POST', 'comments?select=id,people!comments_created_by_fkey(connections(password))', row),
    )
    expect([status, body.includes('MARK')]).toEqual([403, false])
    const changed = await asRole(
      'responder',
      write('PATCH', `comments?id=eq.${sown('96')}&select=created_by(connections(password))`, { comment: 'y' }),
    )
    expect([changed.status, changed.body.includes('MARK')]).toEqual([403, false])
    expect(await oneValue(database, 'select comment from comments where id = $1', [sown('96')])).toBe('looking')
  })
})

describe('secrets never leave the database, not even for an administrator', () => {
  const oracles = [
    'connections?password=like.7*',
    'connections?or=(password.eq.x,name.eq.one)',
    'connections?properties->>password=eq.x',
    'connections?order=password',
    'connections?order=properties->>password',
    'connections?select=password::int',
    'connections?select=properties->password',
    'connections?select=password.max()',
    'connections?select=url.min(),count()',
    'connections?password=is.null',
    'people?select=name,connections(name)&connections.password=like.7*',
    'notification_send_history?select=id,connections(name)&order=connections(password)',
    'notification_send_history?select=id,...connections(a:password.max())',
    'notification_send_history?select=...connections(password.count(),name)',
    'notification_send_history?select=id,connections(password)&order=connections(password->a)',
    'connections?password)x=like.7*',
    'connections?%22password%22)=like.7*',
    'connections?or=( password .like.7* , id.is.null )',
    'connections?order=id.desc, password .desc',
    'connections?select=*,*,password::int',
    'connections?select=count(),properties->password',
  ]
  test.each(oracles)('%s is denied', async (path) => {
    for (const role of ['editor', 'admin'] as const) {
      const { status, body } = await asRole(role, { path })
      expect([status, body.includes('MARK')]).toEqual([403, false])
    }
  })

  test.each([
    'connections',
    'connections?select=*',
    'connections?select=secret:password,url,username',
    'connection_details',
  ])('%s is returned masked', async (path) => {
    const responses = await Promise.all([
      asRole('admin', { path }),
      asRole('admin', { path, headers: { accept: 'text/csv' } }),
    ])
    for (const { status, body } of responses) {
      expect([status, body.includes('MARK')]).toEqual([200, false])
      expect(body).toContain('***')
    }
  })

  test.each([
    'connections?select=password:name,count()',
    'connections?select=count(),a:password',
    'connections?select=id,id,password,password',
    'notification_send_history?select=...connections(password,count())',
    'notification_send_history?select=id,connections(name:password)&order=connections(name)',
    'notification_send_history?select=id,connections(name:properties)&order=connections(name->password)',
  ])('%s contains no secret', async (path) => {
    const { body } = await asRole('admin', { path })
    expect(body).not.toContain('MARK')
  })

  test('a change is returned masked, and a masked secret that is sent back stays unchanged', async () => {
    const [shown] = await api.rows(withRole('admin'), `connections?id=eq.${sown('31')}`)
    expect(shown).toMatchObject({ url: 'postgres://***@db.test/***', password: '***', username: '***' })
    const { status, body } = await asRole(
      'admin',
      write('PATCH', `connections?id=eq.${sown('31')}`, { ...shown, name: 'renamed' }),
    )
    expect([status, body.includes('MARK'), body.includes('renamed')]).toEqual([200, false, true])
    const stored = 'select url || username || password || certificate || properties from connections where id = $1'
    const text = await oneValue(database, stored, [sown('31')])
    for (const mark of ['url-password', 'username', 'password', 'certificate', 'property']) expect(text).toContain(mark)
  })

  test.each([
    'people?select=access_tokens(value)',
    'people?select=name,access_tokens!inner(name)&access_tokens.value=like.M*',
    'playbook_run_actions?select=playbook_action_agent_data(env)',
    'access_tokens',
    'playbook_action_agent_data',
  ])('%s is denied to everyone', async (path) => {
    for (const role of ['viewer', 'editor', 'admin'] as const) {
      const { status, body } = await asRole(role, { path })
      expect([[403, 404].includes(status), body.includes('MARK')]).toEqual([true, false])
    }
  })
})

describe('a rejection contains no stored data', () => {
  test('an invalid value is quoted only when it was sent', async () => {
    const stored = await asRole('viewer', { path: 'incidents?select=title::int' })
    expect([stored.status, stored.body.includes('Shop'), JSON.parse(stored.body)]).toMatchObject([
      400,
      false,
      { code: '22P02', message: 'invalid input syntax for type integer: …' },
    ])
    const sent = await asRole('viewer', { path: 'incidents?id=eq.mine' })
    expect(JSON.parse(sent.body)).toMatchObject({ message: 'invalid input syntax for type uuid: "mine"' })
  })

  test('a row that breaks a constraint is not shown with its secrets', async () => {
    const { status, body } = await asRole('admin', write('PATCH', `connections?id=eq.${sown('32')}`, { name: null }))
    expect([status, body.includes('MARK'), JSON.parse(body)]).toMatchObject([
      400,
      false,
      { code: '23502', details: null },
    ])
  })
})

describe('only engines write what belongs to them', () => {
  const run = sown('a3')
  const writes: readonly (readonly [string, InsiderCall])[] = [
    ['a status that lies in eternity', write('POST', 'check_statuses', { check_id: sown('61'), time: 'infinity' })],
    ['an approver of a run', write('PATCH', `playbook_runs?id=eq.${run}`, { spec: { approval: { people: ['me'] } } })],
    ['a run that starts', write('PATCH', `playbook_runs?id=eq.${run}`, { status: 'scheduled' })],
    ['a whole run', write('POST', 'playbook_runs', { playbook_id: sown('a1'), status: 'scheduled', spec: {} })],
    ['an action', write('PATCH', `playbook_run_actions?id=eq.${sown('a6')}`, { status: 'scheduled' })],
    ['an approval', write('POST', 'playbook_approvals', { run_id: run, person_id: sown('02') })],
    ['a send', write('POST', 'notification_send_history', { notification_id: sown('b1'), resource_id: run })],
    ['an entry of a history', write('POST', 'incident_histories', { incident_id: sown('91'), created_by: sown('02') })],
    ['a job', write('PATCH', `job_history?id=eq.${sown('c1')}`, { status: 'FAILED' })],
    ['an event', write('POST', 'event_queue', { name: 'x' })],
    ['an account', write('PATCH', `identities?id=eq.${sown('d7')}`, { state: 'inactive' })],
    ['a change of an item', write('POST', 'config_changes', { config_id: sown('71') })],
    ['an item', write('PATCH', `config_items?id=eq.${sown('71')}`, { health: 'healthy' })],
    ['a check', write('POST', 'checks', { canary_id: sown('51'), type: 'exec', name: 'x' })],
    ['what a check runs', write('PATCH', `checks?id=eq.${sown('61')}`, { spec: { script: 'id' } })],
    ['what a check found', write('PATCH', `checks?id=eq.${sown('61')}`, { status: 'healthy' })],
    ['a connection by way of its list', write('PATCH', `connections_list?id=eq.${sown('31')}`, { name: 'mine' })],
    ['a check by way of its names', write('PATCH', `check_names?id=eq.${sown('61')}`, { name: 'mine' })],
    ['an artifact', write('POST', 'artifacts', { path: '/etc/shadow', filename: 'a', size: 1, checksum: 'c' })],
  ]
  test.each(writes)('%s', async (_description, call) => {
    expect([await readStatus('editor', call), await readStatus('admin', call)]).toEqual([403, 403])
  })
})

describe('the actor of a change is the user who requested it', () => {
  const comment = { comment: 'mine', incident_id: sown('91') }
  test('an incident and a comment cannot be filed under another name', async () => {
    const incident = { title: 't', description: 'd', severity: 'Low', type: 'cost', status: 'open', created_by: admin }
    expect(await readStatus('responder', write('POST', 'incidents', incident))).toBe(403)
    expect(await readStatus('responder', write('POST', 'comments', { ...comment, created_by: admin }))).toBe(403)
    expect(
      await readStatus(
        'responder',
        write('POST', 'comments?columns=comment,incident_id,created_by', { ...comment, created_by: admin }),
      ),
    ).toBe(403)
  })

  test.each([{}, { created_by: null }, { created_by: sown('02') }])(
    'replaces %j with the requesting user',
    async (more) => {
      const { status, body } = await asRole('responder', write('POST', 'comments', { ...comment, ...more }))
      expect([status, JSON.parse(body)]).toMatchObject([201, [{ created_by: sown('02') }]])
    },
  )

  test('the creator of a row stays, and its last editor is the requesting user', async () => {
    const path = `comments?id=eq.${sown('96')}`
    const changed = await asRole('responder', write('PATCH', path, { comment: 'theirs', created_by: sown('02') }))
    expect([changed.status, JSON.parse(changed.body)]).toMatchObject([200, [{ comment: 'theirs', created_by: admin }]])
    expect(await readStatus('responder', write('PATCH', path, { created_by: sown('02') }))).toBe(403)
    expect(await readStatus('responder', write('PATCH', path, { external_created_by: 'The CEO' }))).toBe(403)
    const grant = await asRole(
      'editor',
      write('PATCH', `permissions?id=eq.${sown('d1')}`, { description: 'x', updated_by: admin }),
    )
    expect(JSON.parse(grant.body)).toMatchObject([{ updated_by: sown('02'), created_by: admin }])
  })

  test('merging with an existing row keeps its author', async () => {
    const { status, body } = await asRole('editor', {
      ...write('POST', 'properties', { name: 'theme', value: 'light', created_by: sown('02') }),
      headers: { prefer: 'return=representation,resolution=merge-duplicates' },
    })
    expect([status, JSON.parse(body)]).toMatchObject([200, [{ value: 'light', created_by: admin }]])
  })
})

describe('a user from whom a canary and some items are hidden finds nothing of them', () => {
  const paths = [
    'agents?select=canaries(name,spec)',
    'agents?select=canaries(count)',
    'agents?select=checks(name,canaries!checks_canary_id_fkey(name))',
    'canaries?select=*',
    'canaries_with_status?select=*',
    'checks?select=*,canaries!checks_canary_id_fkey(*)',
    'check_names',
    'check_summary',
    'check_summary_for_config',
    'checks_by_config',
    'checks_by_component',
    'check_statuses?select=*,checks(*)',
    'check_statuses_5m',
    'checks_status_artifacts',
    'check_labels',
    'check_config_relationships?select=*,checks(*),canaries(*),configs(*)',
    'components?select=*,check_component_relationships(*,checks(*))',
    'components?select=name,checks(name)',
    'topology?select=id,checks',
    'config_detail?select=*',
    'config_items?select=*,config_changes(*),config_analysis(*)',
    'config_items?select=id,...config_scrapers(name,config_items(name))',
    'config_scrapers?select=config_items(name)',
    'config_scrapers?select=configs(name)',
    'config_names',
    'config_types',
    'config_statuses',
    'config_labels',
    'change_types',
    'analyzer_types',
    'catalog_changes',
    'config_analysis_items',
    'changes_by_component',
    'analysis_by_component',
    'evidences?select=*,checks(*)',
    'incidents?select=*,hypotheses(*,evidences(*))',
    'incident_histories?select=*,evidences(*)',
    'playbook_runs?select=*,config_items(*),checks(*)',
    'playbook_run_actions?select=*',
    'playbooks?select=*,playbook_runs(*,playbook_run_actions(*,artifacts(*)))',
    'artifacts?select=*,playbook_run_actions(*)',
    'notification_silences?select=*',
    'notification_send_history?select=*',
    'notification_send_history_summary?select=*',
    'job_history',
    'job_histories',
    'rpc/related_configs_recursive?config_id=00000000-0000-4000-8000-000000000071',
    'rpc/related_configs_as_of?config_id=00000000-0000-4000-8000-000000000071&at=now&type_filter=all',
    'rpc/related_configs?config_id=00000000-0000-4000-8000-000000000071',
    'rpc/related_changes_recursive?lookup_id=00000000-0000-4000-8000-000000000071&soft=true',
    'rpc/lookup_configs_by_component?id=00000000-0000-4000-8000-000000000081',
    'rpc/lookup_changes_by_component?id=00000000-0000-4000-8000-000000000081&select=*,config_items(*)',
    'rpc/lookup_analysis_by_component?id=00000000-0000-4000-8000-000000000081',
    'rpc/check_summary_for_component?id=00000000-0000-4000-8000-000000000081',
  ]
  test.each(paths)('%s', async (path) => {
    const [shown, all] = await Promise.all([
      api.ask(denied, { path, headers: { prefer: 'count=exact' } }),
      api.ask(withRole('admin'), { path }),
    ])
    expect([shown.status, shown.body.includes('HIDDEN'), all.status]).toEqual([200, false, 200])
  })

  test.each([
    'rpc/related_configs_recursive?config_id=00000000-0000-4000-8000-000000000072',
    'rpc/related_configs_as_of?config_id=00000000-0000-4000-8000-000000000072&at=now',
    'rpc/related_config_ids_recursive?config_id=00000000-0000-4000-8000-000000000072',
    'rpc/lookup_config_children?id=00000000-0000-4000-8000-000000000072&max_depth=3',
    'rpc/lookup_config_relations?id=00000000-0000-4000-8000-000000000072',
    'rpc/lookup_components_by_config?id=00000000-0000-4000-8000-000000000072',
    'rpc/lookup_components_by_check?id=00000000-0000-4000-8000-000000000062',
    'rpc/get_playbook_run_actions?run_id=00000000-0000-4000-8000-0000000000a4',
    'playbook_runs?id=eq.00000000-0000-4000-8000-0000000000a5',
    'config_items?select=name,config_changes!inner(id)&config_changes.summary=like.HIDDEN*&id=neq.00000000-0000-4000-8000-000000000072',
    'config_relationships?related_id=eq.00000000-0000-4000-8000-000000000072',
  ])('%s is about something hidden and returns nothing', async (path) => {
    expect(await api.rows(denied, path)).toEqual([])
  })

  test('omits ids of hidden resources from lists', async () => {
    const hidden = sown('72')
    for (const path of [
      `rpc/related_configs_recursive?config_id=${sown('71')}`,
      `rpc/related_configs_as_of?config_id=${sown('71')}&at=now&type_filter=all`,
      'topology?select=*',
      'config_detail?select=id,summary,components',
    ])
      expect(JSON.stringify(await api.rows(denied, path))).not.toContain(hidden)
    const [item] = await api.rows(denied, `config_detail?select=summary&id=eq.${sown('71')}`)
    expect(item).toEqual({ summary: { relationships: 1, analysis: 1, changes: 1, playbook_runs: 1, checks: 1 } })
  })

  test('counts, aggregates and orders only what is visible', async () => {
    const only = (path: string) => api.rows(denied, path)
    expect(await only('canaries?select=count()')).toEqual([{ count: 1 }])
    expect(await only('checks?select=status,count()&order=status')).toEqual([
      { status: 'healthy', count: 1 },
      { status: 'unhealthy', count: 1 },
    ])
    expect(await only('check_statuses?select=duration.sum(),duration.min()')).toEqual([{ sum: 1027, min: 7 }])
    expect(await only(`agents_summary?select=config_count,checks_count&id=eq.${sown('21')}`)).toEqual([
      { config_count: 2, checks_count: 0 },
    ])
    expect(await only('check_config_relationships?select=config_id,configs(type)&order=configs(type)')).toHaveLength(1)
    expect(await only('agents?select=name,canaries!inner(name)&canaries.name=eq.vault')).toEqual([])
    expect(await only('agents?select=name,canaries(name)&canaries.name=eq.vault&canaries=not.is.null')).toEqual([])
    const counted = await api.ask(denied, { path: 'config_items?select=id', headers: { prefer: 'count=planned' } })
    expect(counted.headers['content-range']).toBe('0-1/2')
  })

  test('cannot change hidden resources either', async () => {
    const editor = { ...denied, roles: ['editor'] }
    const path = `canaries?id=in.(${sown('51')},${sown('52')})&select=id`
    const { body } = await api.ask(editor, write('PATCH', path, { annotations: { a: 'b' } }))
    expect(JSON.parse(body)).toEqual([{ id: sown('51') }])
    const link = { component_id: sown('82'), config_id: sown('72'), selector_id: 'x' }
    expect((await api.ask(editor, write('POST', 'config_component_relationships', link))).status).toBe(403)
    const moved = await api.ask(
      editor,
      write('PATCH', `config_component_relationships?config_id=eq.${sown('71')}`, {
        component_id: sown('82'),
        config_id: sown('72'),
      }),
    )
    expect(moved.status).toBe(403)
    const merge = { ...write('POST', 'canaries', { id: sown('52'), name: 'x', namespace: 'x', spec: {} }) }
    const merged = await api.ask(editor, { ...merge, headers: { prefer: 'resolution=merge-duplicates' } })
    expect(merged.status).toBe(403)
  })
})

describe('a user with grants for some resources finds only these', () => {
  test.each([
    ['canaries?select=id', [sown('51')]],
    ['canaries_with_status?select=id', [sown('51')]],
    ['checks?select=id', [sown('61'), sown('63')]],
    ['config_items?select=id', [sown('71'), sown('73')]],
    ['config_changes?select=id', [sown('74')]],
    ['playbooks?select=id', [sown('a1')]],
    ['playbook_runs?select=id', [sown('a3'), sown('a4')]],
    ['playbook_run_actions?select=id', [sown('a6'), sown('a7')]],
  ])('%s', async (path, ids) => {
    const rows = await api.rows(granted, `${path}&order=id`)
    expect(rows.map(({ id }) => id)).toEqual(ids)
  })

  test.each([
    ['canaries?select=id,checks!checks_canary_id_fkey(id)', 200],
    ['canaries?select=id,agents(name)', 403],
    ['canaries?select=id,created_by(name)', 403],
    ['playbook_runs?select=id,config_items(name)', 200],
    ['config_items?select=id,components(name)', 403],
    ['config_types', 403],
    ['connections', 403],
    ['incidents', 403],
    ['rpc/lookup_component_names?component_id={}', 403],
  ])('%s returns %i', async (path, status) => {
    const response = await api.ask(granted, { path })
    expect([response.status, response.body.includes('HIDDEN')]).toEqual([status, false])
  })
})

test('a user who is denied all canaries finds none of them by another name', async () => {
  const [first, ...others] = denied.grants ?? []
  const none = {
    ...denied,
    grants: [{ ...first, id: 'g9', canary_id: null, object: 'canaries' }, ...others],
  } as typeof denied
  expect((await api.ask(none, { path: 'canaries' })).status).toBe(403)
  for (const path of ['check_names', 'check_summary_for_config', 'checks_labels_keys', 'check_labels'])
    expect(await api.rows(none, path)).toEqual([])
})
