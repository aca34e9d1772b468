import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decide } from '#shared/access/decide.ts'
import { explanationSchema, type ExplanationQuery } from '#shared/access/explanation.ts'
import type { AccessObject } from '#shared/access/objects.ts'
import { grantsFromPolicies } from '#shared/access/policy.ts'
import type { Resource } from '#shared/access/resources.ts'
import { roles } from '#shared/access/roles.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { connectRaw } from '#tests/fixtures/live-socket.ts'
import { personPerRole, startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { admin, insertRow } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole
let url: string

beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, personPerRole)
  url = people.url
})
afterAll(async () => {
  await people.stop()
  await database.close()
})

const ask: PeopleConsole['ask'] = (...request) => people.ask(...request)
const personId = (role: string) => people.getId(role)

const explain = async (role: string, question: Omit<ExplanationQuery, 'person'>) => {
  const query = new URLSearchParams({ person: personId(role) })
  for (const [key, value] of Object.entries(question)) query.set(key, String(value))
  return explanationSchema.parse(await (await ask('admin', `/api/access/explanation?${query.toString()}`)).json())
}

const offers = async (
  role: string,
  question: { action: 'read' | 'update'; resource: Resource; object?: AccessObject },
) => {
  const { payload } = (await (await ask(role, '/api/auth/whoami')).json()) as {
    payload: { user: { id: string }; roles: string[]; teams: { id: string; name: string }[]; permissions: unknown[] }
  }
  const { user, roles: held, teams, permissions } = payload
  const viewer = { id: user.id, roles: held, teams, grants: grantsFromPolicies(permissions, user.id) }
  return decide(viewer, question, { nowMs: Date.now() }).answer !== 'refused'
}

const relations: readonly (readonly [resource: Resource, relation: string, object?: AccessObject])[] = [
  ['database', 'teams'],
  ['database', 'config_component_relationships', 'catalog'],
  ['responder', 'responders'],
  ['incident', 'incidents'],
  ['evidences', 'evidences'],
  ['comments', 'comments'],
  ['canaries', 'canaries'],
  ['topologies', 'topologies'],
  ['config_scrapers', 'config_scrapers'],
  ['connections', 'connections'],
  ['agents', 'agents', 'database.public'],
  ['properties', 'properties'],
  ['logging_backends', 'logging_backends'],
  ['notifications', 'notifications'],
  ['playbooks', 'playbooks'],
  ['permissions', 'permissions'],
]
const keys: Readonly<Record<string, string>> = { properties: 'name', config_component_relationships: 'config_id' }
const noRow = '00000000-0000-0000-0000-00000000dead'

describe.each(roles)('a person with the role %s', (role) => {
  test('offers, explains and enforces the same permissions over the whole matrix [PERM-16]', async () => {
    const found = await Promise.all(
      relations.flatMap(([resource, relation, object]) =>
        (['read', 'update'] as const).map(async (action) => {
          const key = keys[relation] ?? 'id'
          const path = `/api/db/${relation}?${key}=eq.${noRow}`
          const response =
            action === 'read' ? await ask(role, path) : await ask(role, path, 'PATCH', { created_at: null })
          const question = { action, resource, ...(object && { object }) }
          const [explanation, offered] = [await explain(role, question), await offers(role, question)]
          return {
            relation,
            action,
            granted: response.status !== 403,
            explained: explanation.answer !== 'refused',
            offered,
            byRole: decide({ id: '', roles: [role] }, question, { nowMs: 0 }).answer !== 'refused',
          }
        }),
      ),
    )
    expect(
      found.filter(({ granted, explained, offered, byRole }) => [explained, offered, byRole].includes(!granted)),
    ).toEqual([])
    expect(found).toHaveLength(relations.length * 2)
  })
})

const grant = async (fields: object): Promise<string> => {
  const response = await ask('admin', '/api/db/permissions', 'POST', { source: 'UI', created_by: admin, ...fields })
  const rows = (await response.json()) as { id: string }[]
  return rows[0]?.id ?? ''
}
const take = (id: string) => ask('admin', `/api/db/permissions?id=eq.${id}`, 'DELETE')
const namesFrom = async (role: string, path: string) => {
  const response = await ask(role, path)
  const rows = response.ok ? ((await response.json()) as { name: string }[]) : []
  return [response.status, rows.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b))]
}

const aboutCanaries = (person: string) => `/api/access/explanation?person=${person}&action=read&resource=canaries`

describe('a permission', () => {
  test('applies from the response to its creation until the one to its deletion [PERM-50]', async () => {
    expect((await ask('viewer', '/api/db/connections')).status).toBe(403)
    const id = await grant({
      subject: personId('viewer'),
      subject_type: 'person',
      action: 'read',
      object: 'connection',
    })
    expect((await ask('viewer', '/api/db/connections')).status).toBe(200)
    expect((await explain('viewer', { action: 'read', resource: 'connections' })).answer).toBe('allowed')
    await take(id)
    expect((await ask('viewer', '/api/db/connections')).status).toBe(403)
  })

  test('for a team applies to its current members, and a deny overrides a role', async () => {
    const team = await insertRow(database, 'teams', { name: 'contractors', created_by: admin })
    const id = await grant({
      subject: team,
      subject_type: 'team',
      team_id: team,
      action: '*',
      object: 'notification',
      deny: true,
    })
    expect((await ask('editor', '/api/db/notifications')).status).toBe(200)
    await ask('admin', '/api/db/team_members', 'POST', { team_id: team, person_id: personId('editor') })
    const rejected = await ask('editor', '/api/db/notifications')
    expect([rejected.status, rejected.headers.get('x-rbac-object')]).toEqual([403, 'notification'])
    const explanation = await explain('editor', { action: 'read', resource: 'notifications' })
    expect([explanation.answer, explanation.chain[explanation.decidedBy ?? -1]]).toMatchObject([
      'refused',
      { kind: 'permission', effect: 'denies', via: { type: 'team', name: 'contractors' } },
    ])
    await take(id)
    expect((await ask('editor', '/api/db/notifications')).status).toBe(200)
  })

  test.each([
    ['people', (name: string) => [{ name: `${name}@example.com` }]],
    ['teams', () => [{ name: 'auditors' }]],
  ])('for a permission group applies to the %s it names, as a grant and as a deny', async (kind, members) => {
    const team = await insertRow(database, 'teams', { name: 'auditors', created_by: admin })
    await ask('admin', '/api/db/team_members', 'POST', { team_id: team, person_id: personId('editor') })
    await database.query('update people set email = $2 where id = $1', [personId('editor'), 'editor@example.com'])
    const group = { subject: `audit-${kind}`, subject_type: 'group', action: '*' }
    const given = await grant({ ...group, object: 'database.system' })
    const denied = await grant({ ...group, object: 'notification', deny: true })
    const statuses = async (name = 'editor') => [
      (await ask(name, '/api/db/permissions')).status,
      (await ask(name, '/api/db/notifications')).status,
    ]
    const before = await statuses()
    const row = { name: group.subject, source: 'UI', selectors: { [kind]: members('editor') } }
    expect((await ask('admin', '/api/db/permission_groups', 'POST', row)).status).toBe(201)
    expect(await statuses()).toEqual([200, 403])
    expect((await explain('editor', { action: 'read', resource: 'notifications' })).answer).toBe('refused')
    expect(await offers('editor', { action: 'read', resource: 'notifications' })).toBe(false)
    await ask('admin', `/api/db/permission_groups?name=eq.${group.subject}`, 'DELETE')
    expect(await statuses()).toEqual(before)
    expect(before[1]).toBe(200)
    for (const id of [given, denied]) await take(id)
    await database.query('delete from team_members where team_id = $1', [team])
    await database.query('delete from teams where id = $1', [team])
  })

  test('for a permission group is granted by a mail address only after the person verified it', async () => {
    const id = personId('viewer')
    const traits = { email: 'ceo@example.com', name: {} }
    await insertRow(database, 'identities', {
      id,
      schema_id: 'default',
      traits: JSON.stringify(traits),
      state: 'active',
    })
    await database.query('update people set email = $2 where id = $1', [id, traits.email])
    const row = { name: 'board', source: 'UI', selectors: { people: [traits.email] } }
    expect((await ask('admin', '/api/db/permission_groups', 'POST', row)).status).toBe(201)
    const given = await grant({ subject: 'board', subject_type: 'group', action: 'read', object: 'connection' })
    const status = async () => (await ask('viewer', '/api/db/connections')).status
    expect(await status()).toBe(403)
    expect((await explain('viewer', { action: 'read', resource: 'connections' })).unknown).toEqual([
      'A permission group grants by mail address only if the person has verified it.',
    ])
    await database.query('update identity.addresses set verified_at = now() where identity_id = $1', [id])
    expect(await status()).toBe(200)
    await take(given)
    await database.query('delete from permission_groups')
    await database.query('delete from identities where id = $1', [id])
    await database.query('update people set deleted_at = null, email = null where id = $1', [id])
    await database.query(
      `insert into relay.person_roles (person_id, role) values ($1, 'viewer') on conflict do nothing`,
      [id],
    )
  })

  test('has no effect after it expired', async () => {
    const past = new Date(Date.now() - 60_000).toISOString()
    const id = await grant({
      subject: personId('viewer'),
      subject_type: 'person',
      action: 'read',
      object: 'connection',
      until: past,
    })
    expect((await ask('viewer', '/api/db/connections')).status).toBe(403)
    await take(id)
  })

  test('for one connection allows reading and changing it, but not adding others', async () => {
    const one = await insertRow(database, 'connections', { name: 'aws-billing', type: 'aws' })
    await insertRow(database, 'connections', { name: 'slack', type: 'slack' })
    const rule = {
      subject: personId('viewer'),
      subject_type: 'person',
      action: 'create,read,update,delete',
      connection_id: one,
    }
    const id = await grant(rule)
    expect(await namesFrom('viewer', '/api/db/connections?select=name')).toEqual([200, ['aws-billing']])
    const changed = await ask('viewer', '/api/db/connections?name=neq.x&select=name', 'PATCH', {
      url: 'https://a.example',
    })
    expect(await changed.json()).toEqual([{ name: 'aws-billing' }])
    expect((await ask('viewer', '/api/db/connections', 'POST', { name: 'new', type: 'aws' })).status).toBe(403)
    await take(id)
  })

  test('by selector filters rows of lists, related rows and functions', async () => {
    const pod = { type: 'Pod', config_class: 'Pod', config: {} }
    const secret = await insertRow(database, 'config_items', { ...pod, name: 'vault', tags: { env: 'production' } })
    const open = await insertRow(database, 'config_items', { ...pod, name: 'docs', tags: { env: 'staging' } })
    for (const [config, summary] of [
      [secret, 'sealed'],
      [open, 'printed'],
    ]) {
      await insertRow(database, 'config_changes', {
        config_id: config,
        change_type: 'diff',
        summary,
        external_change_id: summary,
      })
    }
    const selector = { configs: [{ tagSelector: 'env=production' }] }
    const id = await grant({
      subject: 'guest',
      subject_type: 'group',
      action: 'read',
      object_selector: selector,
      deny: true,
    })
    expect(await namesFrom('guest', '/api/db/config_items?select=name')).toEqual([200, ['docs']])
    expect(await namesFrom('guest', '/api/db/config_changes?select=name:summary')).toEqual([200, ['printed']])
    expect((await namesFrom('viewer', '/api/db/config_items?select=name'))[1]).toEqual(['docs', 'vault'])
    const about = await explain('guest', { action: 'read', resource: 'database', object: 'catalog', config: secret })
    expect([about.answer, about.objects]).toEqual(['refused', [{ kind: 'config', id: secret, name: 'vault' }]])
    await take(id)
    expect((await namesFrom('guest', '/api/db/config_items?select=name'))[1]).toEqual(['docs', 'vault'])
  })

  test('lets only administrators change accounts', async () => {
    const id = await grant({ subject: personId('editor'), subject_type: 'person', action: '*', object: '*' })
    expect((await ask('editor', `/api/db/people?id=eq.${admin}`, 'PATCH', { email: 'mine@example.test' })).status).toBe(
      403,
    )
    await take(id)
  })

  test('takes effect in open tabs: the session changes, and the topic is revoked and restored', async () => {
    const socket = await connectRaw(url, { headers: { cookie: 'viewer' } })
    const session = await socket.subscribe({ topic: 'session', params: {} })
    await socket.next('snapshot')
    const checks = await socket.subscribe({ topic: 'health.checks', params: {} })
    expect([session.ok, checks.ok]).toEqual([true, true])
    await socket.next('snapshot')
    const id = await grant({
      subject: personId('viewer'),
      subject_type: 'person',
      action: 'read',
      object: 'canaries',
      deny: true,
    })
    expect(await socket.next('revoked')).toMatchObject({ code: 'forbidden' })
    expect((await socket.subscribe({ topic: 'health.checks', params: {} })).ok).toBe(false)
    const row = { personId: personId('viewer'), roles: ['viewer'], grants: [{ id, deny: true, object: 'canaries' }] }
    expect(await socket.next('snapshot')).toMatchObject({ rows: [row] })
    await take(id)
    await expect.poll(async () => (await socket.subscribe({ topic: 'health.checks', params: {} })).ok).toBe(true)
    socket.close()
  })
})

const listTopics = ({ run, action }: { run: string; action: string }) => [
  { topic: 'playbooks.run', params: { runId: run } },
  { topic: 'playbooks.log', params: { actionId: action } },
]

const runOn = async (name: string) => {
  const pod = { type: 'Pod', config_class: 'Pod', config: {}, tags: { env: name } }
  const config = await insertRow(database, 'config_items', { ...pod, name })
  const playbook = await insertRow(database, 'playbooks', { name: `restart-${name}`, spec: {}, source: 'UI' })
  const run = await insertRow(database, 'playbook_runs', {
    playbook_id: playbook,
    status: 'completed',
    config_id: config,
    spec: {},
  })
  const action = await insertRow(database, 'playbook_run_actions', {
    playbook_run_id: run,
    name: 'restart',
    status: 'completed',
  })
  return { run, action }
}

describe('deny on the target of a run', () => {
  test('removes the run and its output from open tabs until it is deleted, and leaves other runs', async () => {
    const [denied, other] = [await runOn('ledger-denied'), await runOn('ledger-other')]
    const socket = await connectRaw(url, { headers: { cookie: 'editor' } })
    /** A feed that moved counts as its new feed. */
    const shown = async (requests: readonly object[]) => {
      const responses = await Promise.all(requests.map((request) => socket.subscribe(request)))
      const feeds = responses.map((response) => (response.ok ? response.feed : response.code))
      return () => {
        const moved = new Map(
          socket.messages.flatMap((message) => (message.kind === 'moved' ? [[message.feed, message.to]] : [])),
        )
        const now = feeds.map((feed) => {
          let at = feed
          for (let to = moved.get(at); to !== undefined && moved.delete(at); to = moved.get(at)) at = to
          return at
        })
        return now.map((feed) => {
          const last = socket.messages.findLast((message) => message.feed === feed && message.kind !== 'bookmark')
          if (last?.kind === 'snapshot') return last.rows.length > 0
          return last?.kind === 'patch' ? last.put.length > 0 : (last?.kind ?? feed)
        })
      }
    }
    const watched = await shown([...listTopics(denied), ...listTopics(other)])
    await expect.poll(watched).toEqual([true, true, true, true])
    const id = await grant({
      subject: personId('editor'),
      subject_type: 'person',
      action: 'read',
      object_selector: { configs: [{ tagSelector: 'env=ledger-denied' }] },
      deny: true,
    })
    await expect.poll(watched).toEqual([false, false, true, true])
    const again = await shown(listTopics(denied))
    await expect.poll(again).toEqual([false, false])
    for (const path of [`run/${denied.run}`, `run/action/${denied.action}/log`])
      expect((await ask('editor', `/api/playbook/${path}`)).status).toBe(404)
    await take(id)
    await expect.poll(await shown(listTopics(denied))).toEqual([true, true])
    socket.close()
  })
})

test('explaining access of others requires read on permissions; an invalid query is rejected with a message', async () => {
  const id = await grant({
    subject: personId('guest'),
    subject_type: 'person',
    action: 'read',
    object: 'database.system',
    deny: true,
  })
  expect([
    (await ask('guest', aboutCanaries(admin))).status,
    (await ask('guest', aboutCanaries(personId('guest')))).status,
  ]).toEqual([403, 200])
  await take(id)
  const invalid = await ask('admin', `/api/access/explanation?person=x&action=fly&resource=canaries`)
  expect([invalid.status, await invalid.json()]).toMatchObject([400, { code: 'bad_request' }])
})

describe('permission through the data API', () => {
  test('stores every field, and defaults to allow and source UI [PERM-33,PERM-34]', async () => {
    const person = personId('viewer')
    const created = await ask('admin', '/api/db/permissions', 'POST', {
      action: 'read',
      subject: person,
      subject_type: 'person',
      object: 'artifact',
    })
    const [{ id, deny, source }] = (await created.json()) as [{ id: string; deny: boolean; source: string }]
    expect([created.status, deny, source]).toEqual([201, false, 'UI'])
    const id1 = '01890a5d-0000-7000-8000-0000000000f1'
    const pod = { type: 'Pod', config_class: 'Pod', config: {} }
    const fields = {
      id: id1,
      action: 'playbook:run',
      deny: true,
      description: 'Change freeze',
      object: 'playbooks',
      object_selector: { configs: [{ tagSelector: 'env=production' }] },
      component_id: await insertRow(database, 'components', { name: 'c', external_id: 'c', status: 'healthy' }),
      config_id: await insertRow(database, 'config_items', { ...pod, name: 'i' }),
      canary_id: await insertRow(database, 'canaries', { name: 'k', namespace: 'default', spec: {} }),
      playbook_id: await insertRow(database, 'playbooks', { name: 'b', spec: {}, source: 'UI' }),
      connection_id: await insertRow(database, 'connections', { name: 'n', type: 'slack' }),
      notification_id: await insertRow(database, 'notifications', { name: 'r', events: '{}' }),
      person_id: person,
      team_id: await insertRow(database, 'teams', { name: 'permission team', created_by: admin }),
      until: '2027-01-01T00:00:00+00:00',
      source: 'UI',
      created_by: admin,
      updated_by: admin,
    }
    expect((await ask('admin', '/api/db/permissions', 'POST', fields)).status).toBe(201)
    const read = await ask('admin', `/api/db/permissions?select=*&id=eq.${id1}`)
    const [row] = (await read.json()) as [Record<string, unknown>]
    expect(row).toMatchObject(fields)
    expect([row['created_at'], row['updated_at']].map((at) => Number.isNaN(Date.parse(String(at))))).toEqual([
      false,
      false,
    ])
    for (const each of [id, id1]) await take(each)
  })
})
