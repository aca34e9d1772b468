import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { editedKinds } from './edited-kinds.ts'
import { draftSchema, toTypedResource } from './resource-form.ts'
import { resourceQuery, resourcesQuery, saveResource } from './resources-api.ts'

afterEach(() => vi.unstubAllGlobals())

const row = {
  id: '0195c0de-0000-7000-8000-000000000001',
  name: 'web',
  namespace: 'shop',
  labels: { team: 'web' },
  icon: 'globe',
  schedule: '@every 1m',
  source: 'UI',
  agent_id: '00000000-0000-0000-0000-000000000000',
  agent: { id: '0195c0de-0000-7000-8000-0000000000a1', name: 'edge' },
}

/** Also of the texts that people wrote, which these rows lack. */
const respond = (url: string, rows: unknown) =>
  Response.json(url.includes('/resources/spec-text') ? { text: null } : rows)

test.each(Object.values(editedKinds))(
  'a $noun has id, name, namespace, labels, icon, schedule, source, agent_id and agent, or null [SET-23]',
  async (kind) => {
    const client = new QueryClient()
    vi.stubGlobal('fetch', async (url: string) => respond(url, [row]))
    expect((await client.fetchQuery(resourcesQuery(kind, ''))).rows).toMatchObject([row])
    const { agent: _, schedule: __, ...edited } = row
    expect(await client.fetchQuery(resourceQuery(kind, row.id))).toMatchObject(edited)
    vi.stubGlobal('fetch', async (url: string) => respond(url, [{ id: row.id, name: 'bare' }]))
    const { rows } = await client.fetchQuery(resourcesQuery(kind, 'bare'))
    expect(rows).toMatchObject([{ name: 'bare', namespace: null, icon: null, source: null, agent_id: null }])
  },
)

test('an invalid column of an edited row is named below the message, not in it', async () => {
  vi.stubGlobal('fetch', async (url: string) => respond(url, [{ ...row, namespace: { a: 1 } }]))
  const loaded = new QueryClient().fetchQuery(resourceQuery(editedKinds.topologies, row.id))
  await expect(loaded).rejects.toMatchObject({
    kind: 'unreadable',
    message: 'Unexpected response format from the server.',
    details: '[0].namespace: Invalid input: expected string, received object',
  })
})

const filledRow = {
  ...row,
  updated_at: '2026-11-01T10:00:00Z',
  labels: { team: 'web', replicas: 3 },
  spec: { description: 'kept', unknown: { to: ['the', 'form'] } },
  title: 'Title of the row',
  category: 'Category of the row',
  description: 'kept',
  events: ['check.failed'],
  filter: 'check.name == "web"',
  wait_for: 60_000_000_000,
  group_by: ['type'],
  properties: { color: 'red' },
  custom_services: [{ name: 'chat', url: 'slack://', properties: { a: 1 }, unknown: 'kept' }],
  team_id: '0195c0de-0000-7000-8000-0000000000b1',
}

const edits = Object.values(editedKinds).flatMap((kind) =>
  (['name', 'namespace', 'labels', 'icon'] as const)
    .filter((field) => field === 'name' || kind.fields.includes(field))
    .map((field) => [kind.noun, field, kind] as const),
)

test.each(edits)('an edit of a %s that changes the %s writes no other column', async (_, field, kind) => {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: { readonly method?: string; readonly body?: string }) => {
    if (init?.method === 'PATCH') sent.push(JSON.parse(init.body ?? ''))
    return respond(url, [filledRow])
  })
  const resource = await new QueryClient().fetchQuery(resourceQuery(kind, row.id))
  if (resource === null) throw new Error('the row is missing')
  const text = toTypedResource(kind, resource)
  const changed = { ...text, [field]: field === 'labels' ? 'team=orders' : 'changed' }
  const draft = draftSchema(kind, undefined, resource).parse(changed)
  await saveResource(kind, { draft, base: resource }, 'ann')
  expect(sent).toEqual([{ [field]: field === 'labels' ? { team: 'orders' } : 'changed' }])
})

const emptyRow = Object.fromEntries(
  Object.entries(filledRow).map(([column, value]) => [
    column,
    ['id', 'name', 'events', 'updated_at'].includes(column) ? value : null,
  ]),
)

test.each(Object.values(editedKinds))(
  'a $noun whose optional columns are null can be renamed, and they stay null [SET-39]',
  async (kind) => {
    const sent: unknown[] = []
    vi.stubGlobal('fetch', async (url: string, init?: { readonly method?: string; readonly body?: string }) => {
      if (init?.method === 'PATCH') sent.push(JSON.parse(init.body ?? ''))
      return respond(url, [emptyRow])
    })
    const resource = await new QueryClient().fetchQuery(resourceQuery(kind, row.id))
    if (resource === null) throw new Error('the row is missing')
    const typed = toTypedResource(kind, resource)
    const draft = draftSchema(kind, undefined, resource).parse({ ...typed, name: 'changed' })
    await saveResource(kind, { draft, base: resource }, 'ann')
    expect(sent).toEqual([{ name: 'changed' }])
  },
)

test('a text is saved beside the row, and what the backend made of it is edited next', async () => {
  const kind = editedKinds.canaries
  const typed = '# why\nhttp: []\n'
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init?: { readonly method?: string; readonly body?: string }) => {
    if (!url.includes('/resources/spec-text')) return Response.json([filledRow])
    if (init?.method !== 'POST') return Response.json({ text: '# stored\na: 1\n' })
    sent.push(JSON.parse(init.body ?? ''))
    return Response.json({ text: '# why\nhttp: [] # from the backend\n' })
  })
  const resource = await new QueryClient().fetchQuery(resourceQuery(kind, row.id))
  expect(toTypedResource(kind, resource).text).toBe('# stored\na: 1\n')
  const draft = draftSchema(kind, undefined, resource).parse({ ...toTypedResource(kind, resource), text: typed })
  const saved = await saveResource(kind, { draft, base: resource }, 'ann')
  expect(sent).toEqual([{ table: 'canaries', id: row.id, text: typed }])
  expect(saved).toMatchObject({ kind: 'saved', resource: { text: '# why\nhttp: [] # from the backend\n' } })
})
