import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { onCallQuery, type OnCallTeam } from './on-call-api.ts'
import { OnCallLine } from './on-call-line.tsx'

const beganMs = Date.parse('2026-11-30T12:00:00Z')
const toMoment = (afterMs: number) => new Date(beganMs + afterMs).toISOString()

const person = (id: string, name: string) => ({ id, name, email: '', avatar: null })
const override = (personId: string, fromMs: number) => ({
  id: personId,
  person_id: personId,
  from: toMoment(fromMs),
  until: toMoment(3_600_000),
  created_at: toMoment(fromMs),
})
const payments = (overrides: readonly ReturnType<typeof override>[]): OnCallTeam => ({
  id: 't1',
  name: 'payments',
  people: [person('mara', 'Mara Lindqvist'), person('jonas', 'Jonas Weber')],
  plan: { rotation: null, overrides, members: new Set(['mara', 'jonas']) },
})

beforeEach(() => {
  vi.useFakeTimers({ now: beganMs })
})

afterEach(() => {
  vi.useRealTimers()
})

test('an override that has just begun is shown as soon as it is known', () => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  const { queryKey } = onCallQuery()
  client.setQueryData(queryKey, [payments([override('mara', -60_000)])])
  render(
    <LiveProvider client={createFakeLiveClient().client}>
      <QueryClientProvider client={client}>
        <OnCallLine />
      </QueryClientProvider>
    </LiveProvider>,
  )
  const line = screen.getByRole('list', { name: 'On call' })
  expect(line.textContent).toContain('Mara Lindqvist')
  act(() => {
    vi.advanceTimersByTime(20_000)
    client.setQueryData(queryKey, [payments([override('mara', -60_000), override('jonas', 10_000)])])
  })
  act(() => {
    vi.advanceTimersByTime(1_000)
  })
  expect(line.textContent).toContain('Jonas Weber')
})
