import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { ConnectionsPage } from './connections-page.tsx'

afterEach(() => vi.unstubAllGlobals())

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
