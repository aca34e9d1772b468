import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { diffConnection, toFieldValues } from '#shared/connections/connection-row.ts'
import { findConnectionType } from '#shared/connections/connection-types.ts'
import { allResourceKinds } from '#shared/resources/resource-kinds.ts'
import { tick } from '#client/features/incidents/incident/done/done-api.ts'
import { setHypothesis, setIncident } from '#client/features/incidents/incident/incident-api.ts'
import { acceptResponder } from '#client/features/incidents/incident/people/responders-api.ts'
import { changeSilenceEnd } from '#client/features/notifications/silences/silences-api.ts'
import { changeConnection, connectionQuery } from '#client/features/settings/connections/connections-api.ts'
import { saveProperty } from '#client/features/settings/feature-flags/flags-api.ts'
import { toChangedRow, toPermissionForm } from '#client/features/settings/permissions/permission-form.ts'
import { permissionQuery, savePermission } from '#client/features/settings/permissions/permissions-api.ts'
import { editedKinds, type EditedTable } from '#client/features/settings/resources/edited-kinds.ts'
import { draftSchema, toTypedResource, type TypedResource } from '#client/features/settings/resources/resource-form.ts'
import { resourceQuery, saveResource } from '#client/features/settings/resources/resources-api.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { createFilledRows } from '#tests/fixtures/filled-rows.ts'

type Row = Readonly<Record<string, unknown>>
/** `expected` are the columns that an edit changes. */
type Edit = readonly [
  field: string,
  table: string,
  edit: (id: string) => Promise<unknown>,
  expected: (stored: Row) => Row,
]

const secret = { value: 'hunter22' }
const long = '1000h'
const specs: Readonly<Record<Exclude<EditedTable, 'notifications'>, Row>> = {
  canaries: {
    schedule: `@every ${long}`,
    http: [{ name: 'home', url: 'http://127.0.0.1:1/', username: 'ann', password: secret }],
  },
  config_scrapers: {
    schedule: `@every ${long}`,
    http: [{ url: 'http://127.0.0.1:1/', type: 'Shop', id: '$.id', name: '$.name', bearer: secret }],
  },
  topologies: {
    schedule: `@every ${long}`,
    components: [{ name: 'shop', properties: [{ name: 'of no form', text: 'kept' }] }],
  },
  playbooks: {
    title: 'Title of the document',
    category: 'Category of the document',
    description: long,
    actions: [{ name: 'call', http: { url: 'http://127.0.0.1:1/', password: secret } }],
  },
  teams: { notifications: [{ name: 'chat', url: 'slack://xoxb-hunter22@C01' }], unknown: long },
  incident_rules: { components: [{ types: ['Shop'] }], autoResolve: { timeout: long } },
  logging_backends: {
    backends: [{ elasticsearch: { address: 'http://127.0.0.1:1', index: long, username: secret, password: secret } }],
  },
}
const listServices = (name: string) =>
  JSON.stringify([{ name, url: 'slack://xoxb-hunter22@C01', properties: { title: 'kept' }, filter: 'true' }])

const own: Readonly<Record<string, Row>> = {
  ...Object.fromEntries(Object.entries(specs).map(([table, spec]) => [table, { spec: JSON.stringify(spec) }])),
  notifications: {
    // Belongs to the engine, which writes it after every change.
    error: null,
    events: ['check.failed'],
    filter: 'check.name == "shop"',
    group_by: ['label:app'],
    repeat_interval: '4h',
    custom_services: listServices('first chat'),
    fallback_custom_services: listServices('second chat'),
    properties: JSON.stringify({ password: 'hunter22' }),
  },
  notification_silences: {
    filter: 'check.name == "shop"',
    selectors: JSON.stringify([{ types: ['Shop'] }]),
  },
  connections: {
    type: 'git',
    url: 'https://git.shop.test/x',
    properties: JSON.stringify({ ref: 'main', clientSecret: 'hunter22', depth: 3 }),
  },
  permissions: { subject_type: 'team', action: 'read', until: '2099-01-02T03:04:05.678901+00:00' },
  properties: { name: 'shop.password', value: 'hunter22' },
  incidents: { incident_id: 'INC-7', status: 'open', severity: 'High', type: 'availability' },
  hypotheses: { parent_id: null, status: 'possible', type: 'root' },
  evidences: { type: 'comment', done: false },
  responders: { type: 'person', acknowledged: null },
  agents: { name: 'edge' },
}

let database: Database
let backend: TestBackend
const ids = new Map<string, string>()

beforeAll(async () => {
  database = await openServer()
  const fill = createFilledRows(database, own)
  for (const table of Object.keys({ ...own, ...Object.fromEntries(allResourceKinds.map((kind) => [kind.table, 0])) }))
    ids.set(table, (await fill(table)) ?? '')
  // Secrets are encrypted at the start.
  backend = await startTestBackend({ database })
})
afterAll(async () => {
  await backend.close()
  await database.close()
})
beforeEach(() => {
  const realFetch = globalThis.fetch
  vi.stubGlobal('document', { querySelector: () => null })
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => realFetch(`${backend.url}${path}`, init))
})

const read = async (table: string, id: string): Promise<Row> => {
  const key = table === 'properties' ? 'name' : 'id'
  const { rows } = await database.query<{ row: Row }>(
    `select to_jsonb(t) - 'updated_at' as row from ${table} t where ${key}::text = $1`,
    [id],
  )
  expect(rows).toHaveLength(1)
  return rows[0]?.row ?? {}
}

const replaceIn = (value: unknown, from: string, to: string): unknown =>
  JSON.parse(JSON.stringify(value).replace(from, to))

const editResource =
  (table: EditedTable, change: (typed: TypedResource) => Partial<TypedResource>) =>
  async (id: string): Promise<void> => {
    const kind = editedKinds[table]
    const resource = await new QueryClient().fetchQuery(resourceQuery(kind, id))
    if (resource === null) throw new Error(`no ${kind.noun} ${id}`)
    const typed = toTypedResource(kind, resource)
    const changed = { ...typed, ...change(typed) }
    expect(changed).not.toEqual(typed)
    const draft = draftSchema(kind, undefined, resource).parse(changed)
    expect(await saveResource(kind, { draft, base: resource }, '')).toMatchObject({ kind: 'saved' })
  }

const editText = (table: EditedTable, from: string, to: string, column = 'spec'): Edit => [
  column,
  table,
  editResource(table, ({ text }) => ({ text: text.replace(from, to) })),
  (stored) => ({ [column]: replaceIn(stored[column], from, to) }),
]

const typedFields = { name: 'changed', namespace: 'changed', icon: 'changed', labels: 'team=changed' } as const

const resourceEdits = Object.values(editedKinds).flatMap(({ table, fields }): Edit[] =>
  (['name', ...fields] as const).map((field) => [
    field,
    table,
    editResource(table, () => ({ [field]: typedFields[field] })),
    () => ({ [field]: field === 'labels' ? { team: 'changed' } : typedFields[field] }),
  ]),
)

const specEdits = Object.keys(specs).map((table) => editText(table as EditedTable, long, '2000h'))

const ruleEdits = [
  ['check.failed', 'check.passed', 'events'],
  ['stored title', 'changed title', 'title'],
  ['stored template', 'changed template', 'template'],
  ['check.name', 'check.type', 'filter'],
  ['4h', '8h', 'repeat_interval'],
  ['label:app', 'label:tier', 'group_by'],
  ['first chat', 'changed chat', 'custom_services'],
  ['second chat', 'changed chat', 'fallback_custom_services'],
].map(([from = '', to = '', column]) => editText('notifications', from, to, column))

const editConnection = (name: string) => async (id: string) => {
  const row = await new QueryClient().fetchQuery(connectionQuery(id))
  const type = findConnectionType(row?.type ?? '')
  if (row === null || type === undefined) throw new Error(`no connection ${id}`)
  const initial = { name: row.name, namespace: row.namespace, values: toFieldValues(type, row) }
  const entered =
    name in initial.values
      ? { ...initial, values: { ...initial.values, [name]: 'changed' } }
      : { ...initial, [name]: 'changed' }
  expect(entered).not.toEqual(initial)
  await changeConnection(id, diffConnection(type, { initial, entered }, row))
}

const editPermission = async (id: string) => {
  const grant = await new QueryClient().fetchQuery(permissionQuery(id))
  const form = grant === null ? null : toPermissionForm(grant)
  if (grant === null || form === null) throw new Error(`no permission ${id}`)
  await savePermission(id, toChangedRow(grant, form, { ...form, description: 'changed' }))
}

const changesTo = (columns: Row) => () => columns
const edits: readonly Edit[] = [
  ...resourceEdits,
  ...specEdits,
  ...ruleEdits,
  [
    'title',
    'playbooks',
    editResource('playbooks', ({ text }) => ({ text: text.replace('Title of', 'New title of') })),
    ({ spec }) => ({ title: 'New title of the document', spec: replaceIn(spec, 'Title of', 'New title of') }),
  ],
  ['name', 'connections', editConnection('name'), changesTo({ name: 'changed' })],
  ['namespace', 'connections', editConnection('namespace'), changesTo({ namespace: 'changed' })],
  ['url', 'connections', editConnection('url'), changesTo({ url: 'changed' })],
  [
    'ref',
    'connections',
    editConnection('ref'),
    ({ properties }) => ({ properties: replaceIn(properties, '"main"', '"changed"') }),
  ],
  ['description', 'permissions', editPermission, changesTo({ description: 'changed' })],
  [
    'value',
    'properties',
    (name) => saveProperty({ name, value: 'changed' }, '', false),
    changesTo({ value: expect.stringMatching(/^sealed:/) }),
  ],
  ['until', 'notification_silences', (id) => changeSilenceEnd(id, null), changesTo({ until: null })],
  [
    'title',
    'incidents',
    (id) => setIncident(id, { column: 'title', from: 'stored title', to: 'changed' }),
    changesTo({ title: 'changed' }),
  ],
  [
    'title',
    'hypotheses',
    (id) => setHypothesis(id, { column: 'title', from: 'stored title', to: 'changed' }),
    changesTo({ title: 'changed' }),
  ],
  ['done', 'evidences', (id) => tick(id, true), changesTo({ done: true })],
  ['acknowledged', 'responders', acceptResponder, changesTo({ acknowledged: expect.any(String) })],
]

test.each(edits)('an edit of %s in %s changes no other column', async (_field, table, edit, expected) => {
  const id = ids.get(table) ?? ''
  const stored = await read(table, id)
  const empty = Object.keys(stored).filter((column) => stored[column] === null)
  expect(empty.filter((column) => column !== 'deleted_at' && !(column in (own[table] ?? {})))).toEqual([])
  await edit(id)
  expect(await read(table, id)).toEqual({ ...stored, ...expected(stored) })
})
