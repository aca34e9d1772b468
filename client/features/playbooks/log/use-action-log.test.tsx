import { act, renderHook } from '@testing-library/react'
import { useSyncExternalStore } from 'react'
import { expect, test } from 'vitest'
import type { LogPart } from '#shared/playbooks/log-part.ts'
import { LiveProvider } from '#client/live/live-provider.tsx'
import { createFakeLiveClient } from '#client/testing/fake-live-client.ts'
import { useActionLog } from './use-action-log.ts'

const chunk = (first: number): LogPart => ({ kind: 'chunk', first, lines: [[first, 1, 0, `line ${first}`]] })

test('pushed lines are present in the render that the topic causes', () => {
  const { client, show } = createFakeLiveClient()
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
  // One topic is enough: all behave the same.
  act(() => show({ rows: new Map([['1', chunk(1) as never]]) }))
  expect(drawn).toEqual([1, 1])
})
