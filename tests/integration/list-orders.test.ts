import { afterAll, beforeAll, expect, test } from 'vitest'
import { insightsQuery } from '#client/features/catalog/insights/insights-api.ts'
import { incidentsQuery, type IncidentFilter } from '#client/features/incidents/incidents-api.ts'
import { sendsQuery } from '#client/features/notifications/sends/sends-api.ts'
import { permissionsQuery } from '#client/features/settings/permissions/permissions-api.ts'
import { readFilter } from '#shared/filters/filter-value.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'

let [database, backend]: [Database | undefined, TestBackend | undefined] = [undefined, undefined]
beforeAll(async () => {
  database = await openServer()
  backend = await startTestBackend({ database })
})
afterAll(async () => {
  await backend?.close()
  await database?.close()
})

const ask = async (relation: string, query: object, method: 'GET' | 'POST' = 'GET', payload?: object) => {
  const response = await backend?.app.inject({
    method,
    url: `/api/db/${relation}`,
    query: { ...query },
    ...(payload && { payload, headers: { prefer: 'return=representation' } }),
  })
  expect([relation, response?.statusCode, response?.body]).toEqual([
    relation,
    method === 'GET' ? 200 : 201,
    expect.any(String),
  ])
  return JSON.parse(response?.body ?? '')
}
const by = (id: string, desc = false) => ({ id, desc })
const none = readFilter('')

const incidents = (sorting: IncidentFilter['sorting'], me = '') =>
  incidentsQuery({
    me,
    search: '',
    severities: none,
    statuses: none,
    types: none,
    sorting,
    owner: '',
    component: '',
    team: '',
    involvedPersonId: '',
    unacknowledged: false,
  })
const insights = (id: string) =>
  insightsQuery({ search: '', severities: none, types: none, analyzers: none, statuses: none, sorting: by(id) })
const sends = (id: string) => sendsQuery({ search: '', statuses: none, types: none, events: none, sorting: by(id) })
const permissions = (id: string, desc = false) =>
  permissionsQuery({ search: '', subjectType: '', action: '', sorting: by(id, desc) })

test.each([
  ...['number', 'title', 'who', 'status', 'type', 'updated', 'age', 'acknowledged'].map(
    (id) => ['incidents', incidents(by(id))] as const,
  ),
  ...['config', 'message', 'type', 'analyzer', 'status', 'first', 'last'].map(
    (id) => ['config_analysis', insights(id)] as const,
  ),
  ...['event', 'status', 'recipient', 'age'].map((id) => ['notification_send_history', sends(id)] as const),
  ...['subject', 'action', 'resource', 'until', 'description', 'updated', 'created'].map(
    (id) => ['permissions_summary', permissions(id)] as const,
  ),
])('the data API accepts the order of each column of %s: $order', async (relation, query) => {
  expect(await ask(relation, query)).toBeInstanceOf(Array)
})

test('sorts incidents by the name of their commander, and by default those of the viewer first', async () => {
  const [ada] = await ask('people', { select: 'id' }, 'POST', { name: 'Ada', email: 'ada@harbour.example' })
  const [bo] = await ask('people', { select: 'id' }, 'POST', { name: 'Bo', email: 'bo@harbour.example' })
  const open = (title: string, commander_id: string | null, more: object = {}) =>
    ask('incidents', {}, 'POST', {
      title,
      commander_id,
      ...more,
      description: '',
      type: 'availability',
      severity: 'high',
      status: 'open',
    })
  await open('of Bo', bo.id)
  await open('of nobody', null)
  await open('of Ada', ada.id)
  const titles = async (desc: boolean) =>
    (await ask('incidents', incidents(by('who', desc)))).map(({ title }: { readonly title: string }) => title)
  expect(await titles(false)).toEqual(['of Ada', 'of Bo', 'of nobody'])
  expect(await titles(true)).toEqual(['of Bo', 'of Ada', 'of nobody'])

  const at = '2026-03-01T08:00:00Z'
  await open('led and acknowledged', bo.id, { acknowledged: at })
  await open('spoken for', ada.id, { communicator_id: bo.id, acknowledged: at })
  await open('acknowledged by others', ada.id, { acknowledged: at })
  await open('led and over', bo.id, { status: 'closed', closed: at })
  const usual = await ask('incidents', incidents(null, bo.id))
  expect(usual.map(({ title }: { readonly title: string }) => title)).toEqual([
    'of Bo',
    'led and acknowledged',
    'spoken for',
    'of Ada',
    'of nobody',
    'acknowledged by others',
    'led and over',
  ])
})
