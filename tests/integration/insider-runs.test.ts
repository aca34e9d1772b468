import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole

beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, { admin: ['admin'], editor: ['editor'], viewer: ['viewer'] })
})
afterAll(async () => {
  await people.stop()
  await database.close()
})

const grants: string[] = []
const permit = async (fields: object, person = 'viewer') => {
  const body = { subject: people.getId(person), subject_type: 'person', source: 'UI', ...fields }
  const response = await people.ask('admin', '/api/db/permissions', 'POST', body)
  const [row] = (await response.json()) as { id: string }[]
  grants.push(row?.id ?? '')
}
afterEach(async () => {
  await Promise.all(grants.splice(0).map((id) => people.ask('admin', `/api/db/permissions?id=eq.${id}`, 'DELETE')))
})

/** The checks of both canaries in the viewer's summary. */
const names = async () => {
  const { checks_summary: rows } = (await (await people.ask('viewer', '/api/canary/api/summary')).json()) as {
    checks_summary?: { name: string }[]
  }
  return (rows ?? []).map(({ name }) => name).filter((name) => /mine|other/.test(name))
}

describe('running a check now', () => {
  const checks: Record<string, string> = {}
  const canaries: Record<string, string> = {}

  beforeAll(async () => {
    for (const [name, team] of [
      ['mine', 'a'],
      ['other', 'b'],
    ] as const) {
      const spec = { http: [{ name: `${name} check`, url: `${people.url}/healthz` }] }
      const row = { name, namespace: team, labels: { team }, source: 'UI', spec }
      const response = await people.ask('admin', '/api/db/canaries', 'POST', row)
      const [made] = (await response.json()) as { id: string }[]
      canaries[name] = made?.id ?? ''
      const found = async () =>
        (await database.query<{ id: string }>('select id from checks where canary_id = $1', [made?.id])).rows[0]?.id
      checks[name] = await vi.waitFor(async () => {
        const id = await found()
        if (id === undefined) throw new Error(`The check of ${name} is not there yet.`)
        return id
      })
    }
  })
  const run = async (person: string, name: string) =>
    (await people.ask(person, `/api/canary/run/check/${checks[name]}`, 'POST')).status

  test.each<[string, () => object]>([
    ['its id', () => ({ canary_id: canaries['mine'] })],
    ['tags', () => ({ tags: { team: 'a' } })],
    ['a label', () => ({ object_selector: { canaries: [{ labelSelector: 'team=a' }] } })],
    ['a tag', () => ({ object_selector: { canaries: [{ tagSelector: 'team in (a)' }] } })],
    ['a name', () => ({ object_selector: { canaries: [{ name: 'min*' }] } })],
    ['a namespace', () => ({ object_selector: { canaries: [{ namespace: 'a' }] } })],
    ['a search', () => ({ object_selector: { canaries: [{ search: 'name=mine' }] } })],
    ['tags and the console itself', () => ({ tags: { team: 'a' }, agents: ['local'] })],
  ])('is allowed for the canary that a permission is narrowed to by %s, and for no other', async (_by, narrowing) => {
    await permit({ action: 'playbook:run', object: 'canaries', ...narrowing() })
    expect([await run('viewer', 'mine'), await run('viewer', 'other')]).toEqual([200, 403])
  })

  test.each<[string, object]>([
    ['an agent elsewhere', { agents: ['edge'] }],
    ['a reference that cannot be resolved', { object_selector: { canaries: [{ scope: 'a/mine' }] } }],
    ['another tag', { tags: { team: 'c' } }],
  ])('is not allowed by a permission narrowed to %s', async (_to, narrowing) => {
    await permit({ action: 'playbook:run', object: 'canaries', ...narrowing })
    expect([await run('viewer', 'mine'), await run('viewer', 'other')]).toEqual([403, 403])
  })

  test('is not allowed for a canary that a deny selects by labels', async () => {
    const selector = { canaries: [{ labelSelector: 'team=a' }] }
    await permit({ action: 'playbook:run', object: 'canaries', deny: true, object_selector: selector }, 'editor')
    expect([await run('editor', 'mine'), await run('editor', 'other')]).toEqual([403, 200])
  })

  test('shows in the summary only what a permission is narrowed to by labels', async () => {
    await permit({ action: 'read', object: 'canaries', deny: true, object_selector: { canaries: [{ name: '*' }] } })
    expect(await names()).toEqual([])
    await Promise.all(grants.splice(0).map((id) => people.ask('admin', `/api/db/permissions?id=eq.${id}`, 'DELETE')))
    const selector = { canaries: [{ labelSelector: 'team=b' }] }
    await permit({ action: 'read', object: 'canaries', deny: true, object_selector: selector })
    expect(await names()).toEqual(['mine check'])
  })
})

describe('a playbook', () => {
  const configs: Record<string, string> = {}
  let playbook: string

  beforeAll(async () => {
    const edge = await insertRow(database, 'agents', { name: 'edge' })
    const podFields = { type: 'Pod', config_class: 'Pod', config: {} }
    const at = { mine: { agent_id: edge, tags: { env: 'a' } }, other: { tags: { env: 'b' } } }
    for (const [name, row] of Object.entries(at))
      configs[name] = await insertRow(database, 'config_items', { ...podFields, ...row, name, labels: row.tags })
    playbook = await insertRow(database, 'playbooks', {
      name: 'wait',
      source: 'UI',
      category: 'ops',
      spec: { configs: [{ name: '*' }], actions: [{ name: 'wait', delay: '1h', exec: { script: 'true' } }] },
    })
  })
  const start = (person: string, name: string) =>
    people.ask(person, '/api/playbook/run', 'POST', { id: playbook, config_id: configs[name] })
  const started = async (name: string) => {
    const { run_id: id } = (await (await start('admin', name)).json()) as { run_id: string }
    return id
  }
  const on = { object: 'playbooks' }

  const narrowings: [string, object][] = [
    ['tags', { tags: { env: 'a' } }],
    ['agents', { agents: ['edge'] }],
    ['a label', { object_selector: { configs: [{ labelSelector: 'env=a' }] } }],
    ['a tag', { object_selector: { configs: [{ tagSelector: 'env=a' }] } }],
    ['an agent', { object_selector: { configs: [{ agent: 'edge' }] } }],
    ['names', { object_selector: { playbooks: [{ name: 'wa*' }], configs: [{ name: 'mine' }] } }],
    ['type and category', { object_selector: { playbooks: [{ type: 'ops' }], configs: [{ name: 'mine' }] } }],
  ]

  test.each(narrowings)('is listed, previewed and run only where %s allow it', async (_by, narrowing) => {
    await permit({ action: 'playbook:run', ...on, ...narrowing })
    for (const [name, isAllowed] of [
      ['mine', true],
      ['other', false],
    ] as const) {
      const listed = await people.ask('viewer', `/api/playbook/list?config_id=${configs[name]}`)
      expect(await listed.json()).toHaveLength(isAllowed ? 1 : 0)
      const target = { config_id: configs[name] }
      const preview = await people.ask('viewer', `/api/playbook/${playbook}/preflight`, 'POST', target)
      expect(preview.status).toBe(isAllowed ? 200 : 403)
      expect((await people.ask('viewer', `/api/playbook/${playbook}/params`, 'POST', target)).status).toBe(
        isAllowed ? 200 : 403,
      )
      expect((await start('viewer', name)).status).toBe(isAllowed ? 201 : 403)
    }
    expect((await people.ask('viewer', '/api/playbook/run', 'POST', { id: playbook })).status).toBe(403)
  })

  test.each(narrowings)('is cancelled only where %s allow it', async (_by, narrowing) => {
    await permit({ action: 'playbook:cancel', ...on, ...narrowing })
    for (const [name, status] of [
      ['mine', 200],
      ['other', 403],
    ] as const)
      expect((await people.ask('viewer', `/api/playbook/run/cancel/${await started(name)}`, 'POST')).status).toBe(
        status,
      )
  })

  test.each(narrowings)('shows nothing of a run that a deny by %s is about', async (_by, narrowing) => {
    const runs = [await started('mine'), await started('other')]
    const actions = await Promise.all(
      runs.map((run) =>
        insertRow(database, 'playbook_run_actions', { playbook_run_id: run, name: 'x', status: 'completed' }),
      ),
    )
    await permit({ action: 'read', ...on, ...narrowing, deny: true })
    await permit({ action: 'read', object: 'artifact' })
    for (const [at, run] of runs.entries()) {
      const status = at === 0 ? 404 : 200
      expect((await people.ask('viewer', `/api/playbook/run/${run}`)).status).toBe(status)
      expect((await people.ask('viewer', `/api/playbook/run/action/${actions[at]}/log`)).status).toBe(status)
      expect((await people.ask('viewer', `/api/artifacts/list/playbook_run/${run}`)).status).toBe(status)
    }
  })

  const below = (parent: string) =>
    people.ask('editor', '/api/playbook/run', 'POST', {
      id: playbook,
      config_id: configs['other'],
      parent_id: parent,
    })

  test('does not start below a run that its starter must not read', async () => {
    const [hidden, seen] = [await started('mine'), await started('other')]
    await permit({ action: 'read', ...on, tags: { env: 'a' }, deny: true }, 'editor')
    expect([(await below(hidden)).status, (await below(seen)).status]).toEqual([400, 201])
  })
})
