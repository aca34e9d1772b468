import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Span } from '#machines/live/absence-machine.ts'
import type { AreaDigest, DigestArea } from '#client/live/absence/digest-area.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { Digest } from './digest.tsx'

const startMs = Date.UTC(2026, 10, 21, 7, 48)
const minute = 60_000
const line = {
  key: 'a',
  state: 'unhealthy',
  stale: false,
  name: 'authorize',
  text: 'got 503',
  atMs: startMs + minute,
  isSince: false,
  href: '/health?checkId=a',
} as const
const news: AreaDigest = {
  news: { headline: ['1 check became unhealthy'], lines: [line], onlyHref: '/health?only=a' },
  gaps: [],
  isDifference: false,
}

let beat: (isCurrent: boolean) => void
let requested: Span[]
let result: AreaDigest | null

const client = {
  onBeat: (listener: typeof beat) => {
    beat = listener
    return () => undefined
  },
} as unknown as LiveClient
const area: DigestArea = {
  remember: () => (span) => {
    requested.push(span)
    return Promise.resolve(result)
  },
}
const areas = [area]

let queries: QueryClient

const show = () =>
  render(
    <QueryClientProvider client={queries}>
      <LiveProvider client={client}>
        <Digest areas={areas} />
      </LiveProvider>
    </QueryClientProvider>,
  )
const see = async (minutes: number, isCurrent = true) => {
  vi.setSystemTime(startMs + minutes * minute)
  await act(async () => {
    beat(isCurrent)
    await vi.waitFor(() => Promise.resolve())
  })
}
const panel = () => screen.queryByRole('complementary')

beforeEach(() => {
  vi.useFakeTimers({ now: startMs, toFake: ['Date'] })
  sessionStorage.clear()
  requested = []
  result = news
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
})
afterEach(() => {
  vi.useRealTimers()
})

test('after an absence of more than a minute shows what happened, without taking the focus', async () => {
  show()
  await see(0)
  await see(14, false)
  expect(requested).toEqual([])
  await see(14)
  expect(requested).toEqual([{ fromMs: startMs, toMs: startMs + 14 * minute }])
  const region = await screen.findByRole('complementary', { name: '14 min away: 1 check became unhealthy' })
  expect(screen.getByRole('status').textContent).toMatch(/fully recorded$/)
  expect(region.contains(document.activeElement)).toBe(false)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/health?checkId=a')
})

test('stays until closed despite new results, and Escape or × close it', async () => {
  show()
  await see(0)
  await see(14)
  await screen.findByRole('complementary')
  await see(15)
  expect(panel()).not.toBeNull()
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(panel()).toBeNull()
  await see(15.5)
  await see(40)
  fireEvent.click(await screen.findByRole('button', { name: 'Close summary' }))
  expect(panel()).toBeNull()
})

test('shows recording gaps', async () => {
  result = { ...news, gaps: [{ fromMs: startMs, toMs: startMs + minute, reason: 'The relay was not running.' }] }
  show()
  await see(0)
  await see(14)
  const region = await screen.findByRole('complementary')
  expect(region.textContent).toMatch(/Not recorded from \d\d:48:00 to \d\d:49:00\. The relay was not running\./)
  expect(screen.getByRole('status').textContent).toMatch(/partly recorded$/)
})

test('shows when only the difference is known', async () => {
  result = { ...news, isDifference: true }
  show()
  await see(0)
  await see(14)
  await screen.findByRole('complementary')
  expect(screen.getByRole('status').textContent).toMatch(/only the net difference is known$/)
})

test('without events there is no panel, and the next absence starts over', async () => {
  result = { ...news, news: { headline: [], lines: [], onlyHref: null } }
  show()
  await see(0)
  await see(14)
  await vi.waitFor(() => expect(requested).toHaveLength(1))
  const read = { queryKey: ['digest', startMs, startMs + 14 * minute] }
  await vi.waitFor(() => expect(queries.getQueryCache().find(read)).toBeUndefined())
  expect(panel()).toBeNull()
  result = news
  await see(14.5)
  await see(20)
  await screen.findByRole('complementary', { name: /^5 min away/ })
})

test('a discarded tab starts from when it was last seen', async () => {
  const { unmount } = show()
  await see(0)
  fireEvent(window, new Event('pagehide'))
  unmount()
  show()
  await see(30)
  expect(await screen.findByRole('complementary', { name: /^30 min away/ })).toBeDefined()
})
