import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Topic } from '#shared/live/topic.ts'
import { topics } from '#shared/live/topics.ts'
import { noRecorder } from './feed-recorder.ts'
import { localReplication } from './feed-replication.ts'
import type { SourceResponse } from './source.ts'
import { createTopicFeed } from './topic-feed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const all: readonly Omit<Topic<never, never>, 'params' | 'row' | 'getKey' | 'getAbout' | 'journalled'>[] = topics

test.each(all)('polls $name at least twice before it would be stale', async (topic) => {
  const load = vi.fn<() => Promise<SourceResponse>>(async () => ({ body: '[]', observedAtMs: Date.now() }))
  const feed = createTopicFeed<never>({
    name: { topic: topic.name, scope: 'all', params: {}, key: topic.name },
    topic: { ...topic, row: z.never(), getKey: String },
    load,
    parseRows: () => [],
    recorder: noRecorder,
    replication: localReplication,
    notify: () => undefined,
  })
  feed.start()
  await vi.advanceTimersByTimeAsync(topic.staleAfterMs)
  feed.stop('relay')
  expect(load.mock.calls.length).toBeGreaterThan(2)
  // A change without a notification must reach the screen within this time.
  expect(topic.offScreen === true || topic.pollEveryMs <= 15_000).toBe(true)
})
