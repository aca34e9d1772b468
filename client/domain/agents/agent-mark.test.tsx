import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { localAgent } from '#shared/agents/local-agent.ts'
import { AgentMark } from './agent-mark.tsx'

afterEach(() => vi.unstubAllGlobals())

const id = '0195c0de-0000-7000-8000-0000000000a1'
const agent = { id, name: 'edge', hostname: null, last_seen: null, last_received: null, deleted_at: null }
const draw = (agentId: string | null, row: object = {}) => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url)
    return Response.json([{ ...agent, ...row }])
  })
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <AgentMark agentId={agentId} />
    </QueryClientProvider>,
  )
  return { requests, container }
}

test('looks an agent up by its id, and shows nothing for resources of this console [SET-93]', async () => {
  const { requests } = draw(id, { last_seen: new Date(Date.now() + 3_600_000).toISOString() })
  expect((await screen.findByRole('link', { name: 'edge' })).getAttribute('href')).toBe(`/settings/agents?id=${id}`)
  expect(screen.queryByText('offline')).toBeNull()
  expect(requests.map((url) => new URL(url, 'http://x').searchParams.get('id'))).toEqual([`in.(${id})`])
  for (const none of [localAgent, null, '']) {
    const drawn = draw(none)
    expect([drawn.requests, drawn.container.textContent]).toEqual([[], ''])
  }
})

test('shows the data age for a deleted or offline agent', async () => {
  const before = { last_received: '2020-01-01T00:00:00Z', last_seen: '2020-01-01T00:00:15Z' }
  draw(id, { ...before, deleted_at: '2020-01-02T00:00:00Z' })
  expect(await screen.findByText('Agent edge was deleted')).toBeDefined()
  expect(document.querySelector('time')?.dateTime).toBe('2020-01-01T00:00:00.000Z')
  document.body.replaceChildren()
  draw(id, before)
  expect(await screen.findByText('offline')).toBeDefined()
  expect(document.querySelector('time')?.dateTime).toBe('2020-01-01T00:00:00.000Z')
})
