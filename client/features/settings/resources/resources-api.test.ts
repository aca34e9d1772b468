import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { resourceKinds } from './resource-kinds.ts'
import { resourceQuery, resourcesQuery } from './resources-api.ts'

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

test.each(Object.values(resourceKinds))(
  'a $noun has id, name, namespace, labels, icon, schedule, source, agent_id and agent, or null [SET-23]',
  async (kind) => {
    const client = new QueryClient()
    vi.stubGlobal('fetch', async () => Response.json([row]))
    expect((await client.fetchQuery(resourcesQuery(kind, ''))).rows).toMatchObject([row])
    const { agent: _, schedule: __, ...edited } = row
    expect(await client.fetchQuery(resourceQuery(kind, row.id))).toMatchObject(edited)
    vi.stubGlobal('fetch', async () => Response.json([{ id: row.id, name: 'bare' }]))
    const { rows } = await client.fetchQuery(resourcesQuery(kind, 'bare'))
    expect(rows).toMatchObject([{ name: 'bare', namespace: null, icon: null, source: null, agent_id: null }])
  },
)
