import { act, renderHook } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { expect, test } from 'vitest'
import type { LogPart } from '#shared/playbooks/log-part.ts'
import type { LiveClient } from '#client/live/live-client.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import type { TopicView } from '#client/live/topic-view.ts'
import { useActionLog } from './use-action-log.ts'

const chunk = (first: number): LogPart => ({ is: 'chunk', first, lines: [[first, 1, 0, `line ${first}`]] })

test('what the topic tells is among the lines with the one drawing that it causes', () => {
  const listeners = new Set<() => void>()
  let view: TopicView<LogPart> = {
    status: 'live',
    rows: new Map(),
    observedAtMs: 0,
    staleSinceMs: null,
    reason: null,
    refresh: () => undefined,
  }
  const readable = {
    get: () => view,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const client: LiveClient = {
    // What one topic shows stands for all of them.
    topic: () => readable as never,
    state: {
      get: () => ({ state: 'live', sinceMs: 0, observedAtMs: null, reason: null, nextTryAtMs: null }),
      subscribe: () => () => undefined,
    },
    onBeat: () => () => undefined,
    connect: () => undefined,
    close: () => undefined,
  }
  const drawn: number[] = []
  renderHook(
    () => {
      const { lines, topic } = useActionLog('a')
      useSyncExternalStore(lines.subscribe, lines.get)
      drawn.push(topic.rows.size, lines.get().total)
    },
    { wrapper: ({ children }) => <LiveProvider client={client}>{children}</LiveProvider> },
  )
  drawn.length = 0
  act(() => {
    view = { ...view, rows: new Map([['1', chunk(1)]]) }
    for (const heard of listeners) heard()
  })
  expect(drawn).toEqual([1, 1])
})
