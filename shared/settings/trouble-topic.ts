import { z } from 'zod'
import { defineTopic } from '#shared/live/topic.ts'

export const troubleSchema = z.object({
  part: z.enum(['database', 'disk']),
  /** ISO 8601. */
  since: z.string(),
  /** What is wrong and what it means, as a sentence for whoever watches. */
  sentence: z.string(),
})

/** What the relay itself lacks at the moment; without rows it lacks nothing. */
export type Trouble = z.infer<typeof troubleSchema>

export const relayTroubles = defineTopic<Record<string, never>, Trouble>({
  name: 'relay.troubles',
  params: z.strictObject({}),
  row: troubleSchema,
  keyOf: (row) => row.part,
  resource: 'auth',
  offScreen: true,
  pollEveryMs: 5_000,
  staleAfterMs: 60_000,
})
