import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

const json = async (response: Response) => (await response.json()) as Record<string, unknown>

describe('the status page of an incident', () => {
  let database: Database
  let people: PeopleConsole
  let id: string
  beforeAll(async () => {
    database = await openServer()
    people = await startPeopleConsole(database, { rex: ['responder'], vic: ['viewer'], gus: ['guest'] })
    id = await insertRow(database, 'incidents', {
      title: 'Payments fail',
      description: 'db-7 is down, root password in the vault',
      type: 'availability',
      severity: 'high',
      status: 'investigating',
      created_by: people.getId('rex'),
    })
  })
  afterAll(async () => {
    await people.stop()
    await database.close()
  })

  const of = (rest = '') => `/api/incident-status/${id}${rest}`
  const makeLink = async (hours = 24) => {
    const response = await people.ask('rex', of('/links'), 'POST', { hours })
    expect(response.status).toBe(201)
    return (await response.json()) as { id: string; token: string }
  }
  const read = (token: string) => people.ask('nobody', '/api/incident-status/read', 'POST', { token })

  test('shows only title, status, impact and updates to anyone with the link', async () => {
    const { token } = await makeLink()
    expect(await json(await read(token))).toMatchObject({ title: 'Payments fail', impact: '', updates: [] })
    const first = { text: 'We look into it.', impact: 'Cards in the EU' }
    expect((await people.ask('rex', of('/updates'), 'POST', first)).status).toBe(201)
    const second = { text: 'A fix is on its way.', impact: 'Cards in France' }
    expect((await people.ask('rex', of('/updates'), 'POST', second)).status).toBe(201)
    const page = await json(await read(token))
    expect(page).toEqual({
      title: 'Payments fail',
      status: 'investigating',
      opened_at: expect.any(String),
      over_at: null,
      impact: 'Cards in France',
      updates: [second, first].map(({ text }) => ({ id: expect.any(String), at: expect.any(String), text })),
      ends_at: expect.any(String),
    })
    expect(JSON.stringify(page)).not.toMatch(/rex|db-7|vault/)
    await database.query("update incidents set status = 'resolved' where id = $1", [id])
    expect(await json(await read(token))).toMatchObject({ status: 'resolved', over_at: expect.any(String) })
  })

  test('reports an expired or revoked link', async () => {
    const { id: link, token } = await makeLink()
    expect((await people.ask('rex', of(`/links/${link}`), 'DELETE')).status).toBe(200)
    const rejected = await read(token)
    expect([rejected.status, await json(rejected)]).toEqual([
      410,
      { error: 'This link has expired. Ask the sender for a new one.' },
    ])
    expect((await people.ask('rex', of(`/links/${link}`), 'DELETE')).status).toBe(404)
    const other = await makeLink()
    await database.query('update relay.incident_links set ends_at = now() where id = $1', [other.id])
    expect((await read(other.token)).status).toBe(410)
    for (const invalidToken of ['', link, `${other.token}x`, `' or true --`])
      expect((await read(invalidToken)).status).toBe(404)
    expect((await read('x'.repeat(101))).status).toBe(400)
  })

  test('never stores the token in database, audit log or console log', async () => {
    const { token } = await makeLink()
    await read(token)
    const { rows } = await database.query(
      'select l::text from relay.incident_links l union all select a::text from audit_log a',
    )
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(people.log.join('\n')).not.toContain(token)
    const { rows: acts } = await database.query(
      `select person_name, action, row_name from audit_log where table_name = 'incidents' and action like '%shared' order by at limit 1`,
    )
    expect(acts).toEqual([{ person_name: 'rex', action: 'shared', row_name: 'Payments fail' }])
  })

  test.each([
    // Read permission on incidents allows reading updates; write permission allows publishing, sharing and revoking.
    ['rex', 200, 201],
    ['vic', 200, 403],
    ['gus', 200, 403],
  ])('%s: reading gets %i, writing %i', async (user, reads, writes) => {
    const { id: link } = await makeLink()
    expect((await people.ask(user, of())).status).toBe(reads)
    expect((await people.ask(user, of('/updates'), 'POST', { text: 'x', impact: '' })).status).toBe(writes)
    expect((await people.ask(user, of('/links'), 'POST', { hours: 1 })).status).toBe(writes)
    expect((await people.ask(user, of(`/links/${link}`), 'DELETE')).status).toBe(writes === 201 ? 200 : writes)
    expect((await people.ask('nobody', of())).status).toBe(401)
  })

  test('reports errors in the input', async () => {
    const updates = async (body: object) => json(await people.ask('rex', of('/updates'), 'POST', body))
    expect(await updates({ text: ' ', impact: '' })).toMatchObject({ error: 'Enter an update.' })
    expect(await updates({ text: 'x'.repeat(5_001), impact: '' })).toMatchObject({
      error: 'Use at most 5,000 characters.',
    })
    for (const hours of [0, 721, 1.5, '1']) {
      expect((await people.ask('rex', of('/links'), 'POST', { hours })).status).toBe(400)
    }
    const nowhere = '/api/incident-status/01890a5d-0000-7000-8000-00000000dead/updates'
    expect((await people.ask('rex', nowhere, 'POST', { text: 'x', impact: '' })).status).toBe(404)
  })
})
