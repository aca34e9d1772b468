import { z } from 'zod'
import { defineTopic } from '#shared/live/topic.ts'

const count = z
  .number()
  .nullish()
  .transform((value) => value ?? 0)
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

export const queuedEventsSchema = z.object({
  name: z.string(),
  pending: count,
  failed: count,
  average_attempts: z
    .number()
    .nullish()
    .transform((value) => value ?? null),
  first_failure: text,
  last_failure: text,
  most_common_error: text,
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
