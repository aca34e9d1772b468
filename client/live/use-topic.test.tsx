import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { healthStatuses } from '#shared/health/health-topics.ts'
import type { LiveClient } from './live-client.ts'
import { LiveProvider } from './live-provider.tsx'
import type { TopicView } from './topic-view.ts'
import { useTopic } from './use-topic.ts'

function Results({ checkId }: { checkId: string }) {
  const { status, rows } = useTopic(healthStatuses, { checkId })
  return <output>{`${checkId} ${status} ${rows.size}`}</output>
}

/** A client whose topics show what the test says; counts who watches. */
const createFakeClient = () => {
  const watched = new Set<string>()
  const listeners = new Set<() => void>()
  const loading = {
    status: 'loading',
    rows: new Map<string, never>(),
    observedAtMs: null,
    staleSinceMs: null,
    reason: null,
    refresh: () => undefined,
  } as const
  let view: TopicView<never> = loading
  const client: LiveClient = {
    topic: (_topic, params) => ({
      get: () => view,
      subscribe: (listener) => {
        const key = JSON.stringify(params)
        watched.add(key)
        listeners.add(listener)
        return () => {
          watched.delete(key)
          listeners.delete(listener)
        }
      },
    }),
    state: {
      get: () => ({ state: 'live', sinceMs: 0, observedAtMs: null, reason: null, nextTryAtMs: null }),
      subscribe: () => () => undefined,
    },
    onBeat: () => () => undefined,
    connect: () => undefined,
    close: () => undefined,
  }
  const show = (next: Partial<TopicView<never>>) => {
    view = { ...view, ...next }
    for (const listener of listeners) listener()
  }
  return { client, watched, show }
}

test('a component shows what its topic says, as it says it', () => {
  const { client, show } = createFakeClient()
  render(<Results checkId="a" />, {
    wrapper: ({ children }) => <LiveProvider client={client}>{children}</LiveProvider>,
  })
  expect(screen.getByRole('status').textContent).toBe('a loading 0')
  act(() => show({ status: 'live' }))
  expect(screen.getByRole('status').textContent).toBe('a live 0')
})

test('a component watches the topic of its params alone, and none when it is gone', () => {
  const { client, watched } = createFakeClient()
  const { rerender, unmount } = render(
    <LiveProvider client={client}>
      <Results checkId="a" />
    </LiveProvider>,
  )
  rerender(
    <LiveProvider client={client}>
      <Results checkId="b" />
    </LiveProvider>,
  )
  expect([...watched]).toEqual(['{"checkId":"b"}'])
  unmount()
  expect([...watched]).toEqual([])
})

test('a topic outside of its provider is a mistake that says so', () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  expect(() => render(<Results checkId="a" />)).toThrow('outside of LiveProvider')
})
