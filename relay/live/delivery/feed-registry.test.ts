import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createReadiness } from './readiness.ts'
import { localReplication } from '#relay/live/feeds/feed-replication.ts'
import { createFeedRegistry } from './feed-registry.ts'
import { noRecorder } from '#relay/live/feeds/feed-recorder.ts'
import { createPacer } from '#relay/live/feeds/pacer.ts'
import type { TopicInstance } from '#relay/live/feeds/topic-binding.ts'
import { createTopicFeed } from '#relay/live/feeds/topic-feed.ts'

const row = z.object({ id: z.string() })

test('when one feed recovers, the other failing ones poll at once', async () => {
  let isDown = true
  const toInstance = (topic: string, pollEveryMs: number): TopicInstance => ({
    topic,
    params: {},
    toKey: () => topic,
    createFeed: ({ scope: _scope, ...surroundings }) =>
      createTopicFeed({
        ...surroundings,
        name: { topic, scope: 'all', params: {}, key: topic },
        topic: { row, getKey: ({ id }) => id, pollEveryMs, staleAfterMs: 60_000 },
        load: async () => {
          if (isDown) throw new Error('the backend is unreachable')
          return { body: topic, observedAtMs: Date.now() }
        },
        parseRows: () => [{ id: 'a' }],
      }),
  })
  const feeds = createFeedRegistry({
    recorder: noRecorder,
    replication: localReplication,
    pacer: createPacer(),
    readiness: createReadiness(() => undefined),
    observer: { onSent: () => undefined, onAside: () => undefined, onPacked: () => undefined },
    onPoll: () => undefined,
  })
  onTestFinished(() => feeds.stop())
  const [often, seldom] = [20, 60_000].map((everyMs) =>
    feeds.acquire(toInstance(`every ${everyMs} ms`, everyMs), { kind: 'all' }),
  )
  await vi.waitFor(() => expect([often, seldom].map((room) => room?.feed.outage())).not.toContain(null))
  isDown = false
  await vi.waitFor(() => expect([often, seldom].map((room) => room?.feed.outage())).toEqual([null, null]))
})
