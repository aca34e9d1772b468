import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { setBackend } from '#client/testing/set-backend.ts'
import { listConnections } from './connections-api.ts'
import { ConnectionsPage } from './connections-page.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Its users are those of the backend. */
const setOtherBackend = () => {
  setBackend('remote')
  const meta = document.createElement('meta')
  meta.name = 'user-accounts'
  meta.content = 'backend'
  document.head.append(meta)
  onTestFinished(() => meta.remove())
}

const noFilter = { search: '', type: '', namespace: '', sorting: null }

test('the newest hundred connections are requested first [SET-07]', async () => {
  const requests: object[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const { limit, offset, order } = Object.fromEntries(searchParams)
    if (pathname.endsWith('/db/connections')) requests.push({ limit, offset, order })
    return Response.json([])
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveProvider client={createFakeLiveClient().client}>
        <ConnectionsPage />
      </LiveProvider>
    </QueryClientProvider>,
  )
  await waitFor(() => expect(requests).toEqual([{ limit: '100', offset: '0', order: 'created_at.desc,id.asc' }]))
})

test('a remote backend that shows what is empty is sent no filter on a masked column', async () => {
  setOtherBackend()
  const requests: string[] = []
  const details = [{ id: 'c1', username: null, password: '***', certificate: null }]
  const listed = { id: 'c1', name: 'db', type: 'postgres', created_at: null }
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    requests.push(...[...searchParams.keys()].filter((key) => ['username', 'password', 'certificate'].includes(key)))
    if (pathname.endsWith('/db/connection_details')) return Response.json(details)
    return Response.json(pathname.endsWith('/db/connections') ? [listed] : [])
  })
  const read = await listConnections(noFilter, { offset: 0, limit: 100 }, new AbortController().signal)
  expect(read.rows.map(({ secret }) => secret)).toEqual([{ kind: 'plain' }])
  expect(requests).toEqual([])
})

test('a backend that masks empty columns too is asked which are empty', async () => {
  setOtherBackend()
  const details = [{ id: 'c1', username: '***', password: '***', certificate: '***' }]
  const listed = { id: 'c1', name: 'db', type: 'postgres', created_at: null }
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname } = new URL(address, 'http://localhost')
    if (pathname.endsWith('/db/connection_details')) return Response.json(details)
    const isFilter = address.includes('password=') || address.includes('certificate=')
    return Response.json(pathname.endsWith('/db/connections') && !isFilter ? [listed] : [])
  })
  const read = await listConnections(noFilter, { offset: 0, limit: 100 }, new AbortController().signal)
  expect(read.rows.map(({ secret }) => secret)).toEqual([{ kind: 'none' }])
})
