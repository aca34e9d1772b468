import { queuedEventsSchema, type QueuedEvents } from '#shared/settings/event-queue-topic.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

export const eventQueueSource = (fetchText: FetchText): TopicSource<Record<string, never>, QueuedEvents> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    return { body: await fetchText('/api/db/event_queue_summary?order=last_failure.desc', signal), observedAtMs }
  },
  parseRow: (entry) => queuedEventsSchema.parse(entry),
})
