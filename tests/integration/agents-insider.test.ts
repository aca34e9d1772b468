import { afterAll, beforeAll, expect, test } from 'vitest'
import { localAgent } from '#shared/agents/local-agent.ts'
import { generateAgentRoute, pushRoute, renewTokenRoute, upstreamRoute } from '#shared/agents/agent-routes.ts'
import { buildPath } from '#shared/primitives/contract.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { personPerRole, startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'

const roles = ['guest', 'viewer', 'responder', 'commander', 'editor', 'admin'] as const
type Role = (typeof roles)[number]

let database: Database
let console: PeopleConsole
beforeAll(async () => {
  database = await openServer()
  console = await startPeopleConsole(database, personPerRole)
})
afterAll(async () => {
  await console.stop()
  await database.close()
})

const generate = async (name: string) => {
  const response = await console.ask('admin', generateAgentRoute.path, 'POST', { name })
  return generateAgentRoute.response.required().parse(await response.json())
}

const push = async (headers: Record<string, string>, body: object) => {
  const response = await fetch(`${console.url}${pushRoute.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return { status: response.status, text }
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const counts = async () => {
  const pushed = ['canaries', 'checks', 'config_items'].map((table) => `${table} where agent_id <> '${localAgent}'`)
  const tables = ['agents', 'relay.agent_tokens', ...pushed]
  const found: Record<string, number> = {}
  for (const table of tables) {
    const { rows } = await database.query<{ n: number }>(`select count(*)::int as n from ${table}`)
    found[table] = rows[0]?.n ?? 0
  }
  return found
}

test('only roles with write on agents can add them and renew tokens', async () => {
  const { agent_id: id } = await generate('known')
  const attempts = [
    { name: 'generate', path: generateAgentRoute.path, body: { name: 'sneaky' } },
    { name: 'renew', path: buildPath(renewTokenRoute, { id }), body: {} },
  ]
  const denied: Role[] = ['guest', 'viewer', 'responder', 'commander']
  const before = await counts()
  for (const role of denied) {
    for (const { name, path, body } of attempts) {
      const response = await console.ask(role, path, 'POST', body)
      const text = await response.text()
      expect([role, name, response.status]).toEqual([role, name, 403])
      expect(text).not.toContain('qda_')
    }
    const patched = await console.ask(role, `/api/db/agents?id=eq.${id}`, 'PATCH', {
      deleted_at: 'now()',
      cleanup: true,
    })
    expect([role, patched.ok]).toEqual([role, false])
  }
  expect(await counts()).toEqual(before)
  for (const role of ['editor', 'admin'] as const) {
    expect((await console.ask(role, generateAgentRoute.path, 'POST', { name: `by-${role}` })).status).toBe(201)
    expect((await console.ask(role, buildPath(renewTokenRoute, { id }), 'POST', {})).status).toBe(200)
  }
})

test('roles with read on agents see the upstream status, without the token', async () => {
  for (const role of roles) {
    const response = await console.ask(role, upstreamRoute.path)
    const text = await response.text()
    expect([role, response.status]).toEqual([role, 200])
    expect(text).toBe('null')
  }
})

test('no relation exposes a token or its hash', async () => {
  await generate('quiet')
  for (const role of roles) {
    for (const path of ['agent_tokens', 'agents', 'agents_summary', 'people']) {
      const text = await (await console.ask(role, `/api/db/${path}?select=*`)).text()
      expect([role, path, /qda_|hash/.test(text)]).toEqual([role, path, false])
    }
  }
})

test('no person can push, regardless of role, and a token allows only pushes', async () => {
  const { access_token: token } = await generate('narrow')
  const before = await counts()
  for (const role of roles) {
    const { status } = await push({ cookie: role }, { rows: {} })
    expect([role, status]).toEqual([role, 401])
  }
  expect(await counts()).toEqual(before)
  for (const [method, path] of [
    ['GET', '/api/db/connections?select=*'],
    ['GET', '/api/db/canaries?select=*'],
    ['POST', generateAgentRoute.path],
    ['GET', upstreamRoute.path],
  ] as const) {
    const response = await fetch(`${console.url}${path}`, {
      method,
      headers: { ...bearer(token), cookie: 'nobody', 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ name: 'by-token' }) }),
    })
    expect([path, response.status]).toEqual([path, 401])
  }
})

const row = (id: number) => `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`
const reported = {
  canaries: [{ id: row(1), name: 'shop', namespace: 'x', spec: '{}' }],
  checks: [{ id: row(2), canary_id: row(1), type: 'http', name: 'home', namespace: 'x' }],
}

test('revoked, mistyped and foreign tokens write nothing, and no agent writes rows of another', async () => {
  const [first, second] = [await generate('first'), await generate('second')]
  expect((await push(bearer(first.access_token), { rows: reported })).status).toBe(200)
  const renewed = await console.ask('admin', buildPath(renewTokenRoute, { id: first.agent_id }), 'POST', {})
  expect(renewed.status).toBe(200)
  const own = async (agentId: string) =>
    (await database.query('select id, name, canary_id from checks where agent_id = $1 order by id', [agentId])).rows
  const ownRows = await own(first.agent_id)
  expect(ownRows).toHaveLength(1)

  const before = await counts()
  const foreign = `qda_${'x'.repeat(43)}`
  for (const token of [first.access_token, `${second.access_token}x`, foreign, '', "' or true --"]) {
    const response = await push(bearer(token), { rows: reported })
    expect([token, response.status]).toEqual([token, 401])
    expect(response.text.includes(token || 'qda_')).toBe(false)
  }
  expect(await counts()).toEqual(before)

  const [{ id, canary_id: canaryId } = { id: '', canary_id: '' }] = ownRows
  const stolen = {
    canaries: [{ id: canaryId, name: 'stolen', namespace: 'x', spec: '{}', agent_id: first.agent_id, source: 'UI' }],
    checks: [{ id, canary_id: canaryId, type: 'http', name: 'stolen', namespace: 'x', agent_id: first.agent_id }],
  }
  expect((await push(bearer(second.access_token), { rows: stolen })).status).toBe(200)
  expect(await own(first.agent_id)).toEqual(ownRows)
  const { rows: sources } = await database.query<{ source: string; agent_id: string }>(
    "select source, agent_id from canaries where name = 'stolen'",
  )
  expect(sources).toEqual([{ source: 'Push', agent_id: second.agent_id }])
  const direct = { check_statuses: [{ check_id: id, time: new Date().toISOString(), status: false, duration: 1 }] }
  expect((await push(bearer(second.access_token), { rows: direct })).status).toBe(200)
  const { rows: results } = await database.query('select 1 from check_statuses where check_id = $1', [id])
  expect(results).toEqual([])
})
