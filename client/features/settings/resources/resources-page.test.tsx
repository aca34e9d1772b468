import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { setBackend } from '#client/testing/set-backend.ts'
import { LiveRows } from '#client/testing/live-rows.tsx'
import { WithConsole } from '#client/testing/with-console.tsx'
import { ResourcesPage } from './resources-page.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each<['embedded' | 'remote', string]>([
  [
    'embedded',
    'A health check tests a service on a schedule. Add one here, or put a document of kind Canary into RESOURCES_DIR.',
  ],
  ['remote', 'A health check tests a service on a schedule. Add one here.'],
])('an empty list mentions the resources folder only if the backend reads it: backend %s', async (backend, text) => {
  setBackend(backend)
  vi.stubGlobal('fetch', async () => new Response('[]', { headers: { 'content-range': '*/0' } }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveRows rows={{}}>
        <ResourcesPage table="canaries" />
      </LiveRows>
    </QueryClientProvider>,
  )
  expect(await screen.findByText(text)).toBeTruthy()
})

test('an empty list names the missing permission to those who may not add', async () => {
  setBackend('embedded')
  vi.stubGlobal('fetch', async () => new Response('[]', { headers: { 'content-range': '*/0' } }))
  render(
    <WithConsole roles={['viewer']} sendsRequests>
      <LiveRows rows={{}}>
        <ResourcesPage table="canaries" />
      </LiveRows>
    </WithConsole>,
  )
  const text = await screen.findByText(/^A health check tests a service on a schedule\. Requires /)
  expect(text.textContent).not.toContain('Add one here')
})

const readRowText = (name: RegExp) => screen.getByRole('row', { name }).textContent

test('for a canary without jobs, shows the last result as last run and an interval as schedule', async () => {
  const canary = { id: '1', name: 'ports', interval: '30', last_runtime: '2026-11-22T22:08:39Z', job_status: null }
  const idle = { id: '2', name: 'idle', schedule: '@hourly' }
  const answered = JSON.stringify([canary, idle])
  vi.stubGlobal('fetch', async () => new Response(answered, { headers: { 'content-range': '0-1/2' } }))
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveRows rows={{}}>
        <ResourcesPage table="canaries" />
      </LiveRows>
    </QueryClientProvider>,
  )
  await screen.findByText('ports')
  expect(readRowText(/ports/)).toMatch(/@every 30s.*no job/)
  expect(readRowText(/idle/)).toMatch(/@hourly.*never run/)
})

test('a change of the table is shown without waiting for the next poll', async () => {
  // The list is also polled by an interval.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  let name = 'before'
  vi.stubGlobal('fetch', async () => Response.json([{ id: 't1', name }], { headers: { 'Content-Range': '0-0/1' } }))
  const { client, show } = createFakeLiveClient()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LiveProvider client={client}>
        <ResourcesPage table="teams" />
      </LiveProvider>
    </QueryClientProvider>,
  )
  await screen.findAllByText('before')
  name = 'after'
  act(() => show({ status: 'live', rows: new Map([['teams', { table: 'teams', mark: 'a' } as never]]) }))
  expect(await screen.findAllByText('after')).not.toEqual([])
  vi.useRealTimers()
})
