import { z } from 'zod'
import { defineTopic } from '#shared/live/topic.ts'
import { nullableText, numberOrZero, nullableNumber } from '#shared/primitives/row-values.ts'

export const queuedEventsSchema = z.object({
  name: z.string(),
  pending: numberOrZero,
  failed: numberOrZero,
  average_attempts: nullableNumber,
  first_failure: nullableText,
  last_failure: nullableText,
  most_common_error: nullableText,
})
export type QueuedEvents = z.infer<typeof queuedEventsSchema>

export const eventQueue = defineTopic<Record<string, never>, QueuedEvents>({
  name: 'settings.eventQueue',
  params: z.strictObject({}),
  row: queuedEventsSchema,
  getKey: (row) => row.name,
  // The queue shares the access object of integrations.
  resource: 'integrations',
  shows: ['event_queue_summary'],
  changedBy: ['event_queue'],
  pollEveryMs: 10_000,
  staleAfterMs: 30_000,
  hintGapMs: 1_000,
})
