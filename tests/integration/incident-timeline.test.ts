import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { timelineRoute } from '#shared/incidents/timeline-routes.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { startPeopleConsole, type PeopleConsole } from '#tests/fixtures/people-console.ts'
import { insertRow } from '#tests/fixtures/rows.ts'

let database: Database
let people: PeopleConsole
let id: string
let config: string
let check: string

const agoIso = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

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
  id = await insertRow(database, 'incidents', {
    title: 'Payments fail',
    description: '',
    type: 'availability',
    severity: 'high',
    status: 'open',
    created_by: by,
    created_at: agoIso(60),
  })
  const believed = { incident_id: id, type: 'root', title: 'The disk', status: 'possible', created_by: by }
  const hypothesis = await insertRow(database, 'hypotheses', believed)
  const canary = await insertRow(database, 'canaries', { name: 'shop', namespace: 'default', spec: '{}' })
  check = await insertRow(database, 'checks', { canary_id: canary, name: 'front', type: 'http', spec: '{}' })
  for (const [minutes, status] of [
    [90, true],
    [65, false],
    [64, false],
    [20, true],
    [19, true],
  ] as const)
    await database.query('insert into check_statuses (check_id, time, status, error) values ($1, $2, $3, $4)', [
      check,
      agoIso(minutes),
      status,
      status ? null : 'HTTP 500',
    ])
  config = await insertRow(database, 'config_items', { name: 'payroll', type: 'Host', config_class: 'Host' })
  const change = { config_id: config, change_type: 'diff', summary: 'replicas 2 to 0', external_created_by: 'argocd' }
  const changed = await insertRow(database, 'config_changes', { ...change, created_at: agoIso(600) })
  await insertRow(database, 'config_changes', { ...change, summary: 'replicas 0 to 2', created_at: agoIso(30) })
  await insertRow(database, 'config_changes', { ...change, summary: 'long before', created_at: agoIso(700) })
  const evidence = { hypothesis_id: hypothesis, created_by: by }
  await insertRow(database, 'evidences', { ...evidence, check_id: check, type: 'check', description: 'front' })
  const ofChange = { config_change_id: changed, type: 'config_change', description: 'the scaling' }
  await insertRow(database, 'evidences', { ...evidence, ...ofChange })
  const playbook = await insertRow(database, 'playbooks', {
    name: 'scale',
    title: 'Scale up',
    spec: '{}',
    source: 'UI',
  })
  await insertRow(database, 'playbook_runs', {
    playbook_id: playbook,
    config_id: config,
    status: 'completed',
    created_by: by,
    created_at: agoIso(31),
    end_time: agoIso(29),
  })
  const rule = await insertRow(database, 'notifications', { name: 'ops', events: ['check.failed'] })
  const send = { notification_id: rule, resource_id: check, source_event: 'check.failed', created_at: agoIso(59) }
  const payload = JSON.stringify({ title: 'front fails', recipient: '#ops' })
  await insertRow(database, 'notification_send_history', { ...send, status: 'sent', payload })
  await insertRow(database, 'notification_send_history', { ...send, status: 'silenced', payload })
})
afterAll(async () => {
  await people.stop()
  await database.close()
})

const of = (rest = '') => `/api/incident-timeline/${id}${rest}`
const read = async (name: string) => timelineRoute.response.parse(await (await people.ask(name, of())).json())
const seenBy = async (name: string) =>
  (await read(name)).observed
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ about, who, name: what, says, went }) => [about, who, what, says, went])

const turns = [
  ['check', null, 'front', 'HTTP 500', 'badly'],
  ['check', null, 'front', '', 'well'],
]

test('records health changes, changes, runs and messages of an incident’s resources, each once', async () => {
  expect(await seenBy('gus')).toEqual([
    ['change', 'argocd', 'payroll', 'diff: replicas 2 to 0', null],
    turns[0],
    ['send', null, '#ops', 'front fails', 'well'],
    ['run', 'rex', 'Scale up', '', null],
    ['change', 'argocd', 'payroll', 'diff: replicas 0 to 2', null],
    ['run', 'rex', 'Scale up', '', 'well'],
    turns[1],
  ])
})

test('records a health change as it happens, also after a long silence, and keeps earlier entries', async () => {
  await database.query('insert into check_statuses (check_id, time, status, error) values ($1, now(), false, $2)', [
    check,
    'HTTP 502',
  ])
  const seen = await seenBy('rex')
  expect(seen).toHaveLength(8)
  expect(seen.at(-1)).toEqual(['check', null, 'front', 'HTTP 502', 'badly'])
  await database.query('delete from check_statuses where error = $1', ['HTTP 502'])
  expect(await seenBy('rex')).toHaveLength(7)
})

test('records results that arrive hours late within minutes', async () => {
  await seenBy('rex')
  const late = { at: agoIso(40), error: 'late' }
  await database.query('insert into check_statuses (check_id, time, status, error) values ($1, $2, true, $3)', [
    check,
    late.at,
    late.error,
  ])
  const readLate = async () =>
    (await seenBy('rex')).filter(([about, , , says]) => about === 'check' && says === late.error)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  const later = await readLate()
  vi.useRealTimers()
  expect(later).toEqual([['check', null, 'front', late.error, 'well']])
  await database.query('delete from check_statuses where error = $1', [late.error])
})

test('users who may write incidents add, hide, pin and move entries', async () => {
  const note = { at: agoIso(55), says: '<b>Called</b> the provider' }
  expect((await people.ask('rex', of('/notes'), 'POST', note)).status).toBe(201)
  const line = of(`/lines/${encodeURIComponent('history x')}`)
  const change = (body: object) => people.ask('rex', line, 'PATCH', body)
  expect((await change({ hidden: true })).status).toBe(200)
  expect((await change({ at: agoIso(58), pinned: true })).status).toBe(200)
  const { notes, marks } = await read('vic')
  expect(notes).toEqual([{ id: expect.any(String), at: expect.any(String), who: 'rex', says: note.says }])
  expect(Date.parse(notes[0]?.at ?? '')).toBe(Date.parse(note.at))
  expect(marks).toEqual([{ id: 'history x', hidden: true, pinned: true, at: expect.any(String) }])
  await change({ at: null })
  expect((await read('vic')).marks).toEqual([{ id: 'history x', hidden: true, pinned: true, at: null }])
})

test.each([
  ['no text', { at: '2026-11-01T00:00:00Z', says: '  ' }, 'Enter a note.'],
  ['too long a text', { at: '2026-11-01T00:00:00Z', says: 'x'.repeat(2_001) }, 'Use at most 2,000 characters.'],
  ['no time', { at: 'yesterday-ish', says: 'x' }, 'Invalid time.'],
  ['a time to come', { at: '2126-11-01T00:00:00Z', says: 'x' }, 'The time is in the future.'],
])('rejects an entry with %s, with the reason', async (_which, body, reason) => {
  const response = await people.ask('rex', of('/notes'), 'POST', body)
  expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(reason)])
})

test('viewers change nothing, guests read nothing, and a missing incident has no timeline', async () => {
  const note = { at: agoIso(1), says: 'x' }
  for (const name of ['vic', 'gus', 'none']) {
    expect((await people.ask(name, of('/notes'), 'POST', note)).status).toBe(403)
    expect((await people.ask(name, of('/lines/x'), 'PATCH', { hidden: true })).status).toBe(403)
  }
  expect((await people.ask('none', of())).status).toBe(404)
  expect((await people.ask('nobody', of())).status).toBe(401)
  const nowhere = '/api/incident-timeline/01890a5d-0000-7000-8000-00000000dead'
  expect((await people.ask('rex', nowhere)).status).toBe(404)
  expect((await people.ask('rex', `${nowhere}/notes`, 'POST', note)).status).toBe(404)
  expect((await people.ask('rex', '/api/incident-timeline/x')).status).toBe(404)
})

test('omits resources that the user must not read', async () => {
  const denied = { subject: people.getId('vic'), subject_type: 'person', object: 'catalog', action: 'read', deny: true }
  const response = await people.ask('admin', '/api/db/permissions', 'POST', { ...denied, config_id: config })
  expect(response.status).toBe(201)
  expect((await seenBy('vic')).filter(([about]) => about === 'change')).toEqual([])
  expect(await seenBy('rex')).toHaveLength(7)
})

test('shows the newest 200 health changes with their start, and all of them on request', async () => {
  await database.query(
    `insert into check_statuses (check_id, time, status, error)
     select $1, now() - interval '101 seconds' + n * interval '0.4 seconds', n % 2 = 0, 'many' from generate_series(1, 250) n`,
    [check],
  )
  const listTransitions = ({ observed }: Awaited<ReturnType<typeof read>>) =>
    observed.filter(({ about }) => about === 'check')
  const timeline = await read('rex')
  const newest = listTransitions(timeline)
  expect(newest).toHaveLength(200)
  expect(timeline.cut).toEqual([{ about: 'check', before: newest.map(({ at }) => at).toSorted()[0] }])
  const whole = timelineRoute.response.parse(await (await people.ask('rex', of('?whole=yes'))).json())
  expect([listTransitions(whole).length, whole.cut]).toEqual([252, []])
  expect((await people.ask('rex', of('?whole=no'))).status).toBe(400)
})
