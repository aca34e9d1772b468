import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IncidentPart } from '#shared/incidents/incident-part.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { connectRaw, type RawSocket } from '#tests/fixtures/live-socket.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole
let id: string
let hypothesis: string
let payroll: string
const sockets: RawSocket[] = []

beforeAll(async () => {
  database = await openServer()
  people = await startPeopleConsole(database, {
    admin: ['admin'],
    rex: ['responder'],
    vic: ['viewer'],
    gus: ['guest'],
    none: [],
  })
  const by = people.getId('rex')
  const incident = { title: 'Payments fail', description: '', type: 'availability', severity: 'high', status: 'open' }
  id = await insertRow(database, 'incidents', { ...incident, created_by: by })
  const believed = { incident_id: id, type: 'root', title: 'The disk', status: 'possible', created_by: by }
  hypothesis = await insertRow(database, 'hypotheses', believed)
  payroll = await insertRow(database, 'config_items', { name: 'payroll', type: 'Host', config_class: 'Host' })
  const shop = await insertRow(database, 'config_items', { name: 'shop', type: 'Host', config_class: 'Host' })
  for (const [config, description] of [
    [payroll, 'wages'],
    [shop, 'goods'],
  ])
    await insertRow(database, 'evidences', {
      hypothesis_id: hypothesis,
      config_id: config,
      type: 'config',
      description,
      created_by: by,
    })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(async () => {
  await people.stop()
  await database.close()
})

/** `parts` are those in the user's browser at this moment. */
const watchAs = async (name: string) => {
  const socket = await connectRaw(people.url, { headers: { cookie: name } })
  sockets.push(socket)
  const response = await socket.subscribe({ topic: 'incidents.incident', params: { incidentId: id } })
  const parts = () => {
    const held = new Map<string, IncidentPart>()
    for (const message of socket.messages) {
      if (message.kind === 'snapshot') held.clear()
      const rows = message.kind === 'snapshot' ? message.rows : message.kind === 'patch' ? message.put : []
      for (const row of rows as IncidentPart[]) held.set(`${row.kind} ${row.id}`, row)
      if (message.kind === 'patch') for (const key of message.drop) held.delete(key)
    }
    return [...held.values()]
  }
  return { response, parts }
}
const listDescriptions = (parts: readonly IncidentPart[]) =>
  parts.flatMap((part) => (part.kind === 'evidence' ? [part.description] : [])).toSorted()

test('shows an edit to others at once: a comment, a title, a hypothesis deleted with its evidence', async () => {
  const { parts } = await watchAs('vic')
  await eventually(() => expect(listDescriptions(parts())).toEqual(['goods', 'wages']))
  const other = await people.ask('rex', '/api/db/hypotheses', 'POST', {
    incident_id: id,
    type: 'root',
    title: 'The mesh',
    status: 'possible',
    created_by: people.getId('rex'),
  })
  const [{ id: otherId = '' } = {}] = (await other.json()) as { id?: string }[]
  await people.ask('rex', `/api/db/incidents?id=eq.${id}`, 'PATCH', { title: 'Cards fail' })
  const body = { incident_id: id, comment: 'Seen it', created_by: people.getId('rex') }
  await people.ask('rex', '/api/db/comments', 'POST', body)
  await eventually(() => {
    expect(parts()).toContainEqual(expect.objectContaining({ kind: 'incident', title: 'Cards fail' }))
    expect(parts()).toContainEqual(expect.objectContaining({ kind: 'comment', comment: 'Seen it' }))
    expect(parts()).toContainEqual(expect.objectContaining({ kind: 'hypothesis', title: 'The mesh' }))
    expect(parts()).toContainEqual(expect.objectContaining({ kind: 'totals', comments: 1 }))
  })
  await people.ask('rex', `/api/db/hypotheses?id=eq.${otherId}`, 'DELETE')
  await eventually(() =>
    expect(parts().filter(({ kind }) => kind === 'hypothesis')).toEqual([
      expect.objectContaining({ title: 'The disk' }),
    ]),
  )
})

test('guests see it like viewers; denies users without access, and a missing incident has no parts', async () => {
  expect(listDescriptions((await watchAndRead('gus'))())).toEqual(['goods', 'wages'])
  expect((await watchAs('none')).response).toMatchObject({ ok: false, code: 'forbidden' })
  const socket = await connectRaw(people.url, { headers: { cookie: 'vic' } })
  sockets.push(socket)
  await socket.subscribe({ topic: 'incidents.incident', params: { incidentId: hypothesis } })
  expect((await socket.next('snapshot')).rows).toEqual([])
  const bad = await socket.subscribe({ topic: 'incidents.incident', params: { incidentId: 'all' } })
  expect(bad).toMatchObject({ ok: false, code: 'bad_params' })
})

const watchAndRead = async (name: string) => {
  const { parts } = await watchAs(name)
  await eventually(() => expect(parts()).not.toEqual([]))
  return parts
}

test('hides evidence, and entries about it, from users who must not read its resource', async () => {
  const denied = {
    subject: people.getId('vic'),
    subject_type: 'person',
    object: 'catalog',
    action: 'read',
    deny: true,
    config_id: payroll,
  }
  const response = await people.ask('admin', '/api/db/permissions', 'POST', denied)
  expect(response.status).toBeLessThan(300)
  const parts = await watchAndRead('vic')
  await eventually(() => expect(listDescriptions(parts())).toEqual(['goods']))
  expect(JSON.stringify(parts())).not.toMatch(/wages|payroll/)
  const all = await watchAndRead('rex')
  expect(listDescriptions(all())).toEqual(['goods', 'wages'])
})
