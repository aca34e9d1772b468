import { queuedEventsSchema, type QueuedEvents } from '#shared/settings/event-queue-topic.ts'
import { fetchedSource, type FetchText } from '#relay/live/sources/fetch-text.ts'

const path = '/api/db/event_queue_summary?order=last_failure.desc'

export const eventQueueSource = (fetchText: FetchText) =>
  fetchedSource<Record<string, never>, QueuedEvents>(fetchText, () => path, queuedEventsSchema)
