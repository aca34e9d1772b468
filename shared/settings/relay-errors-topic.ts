import { z } from 'zod'
import { defineTopic } from '#shared/live/topic.ts'

export const relayErrorSchema = z.object({
  part: z.enum(['database', 'disk']),
  /** ISO 8601. */
  since: z.string(),
  /** What is wrong and what it means, as a sentence for whoever watches. */
  sentence: z.string(),
})

/** What the relay itself lacks at the moment; without rows it lacks nothing. */
export type RelayError = z.infer<typeof relayErrorSchema>

export const relayErrors = defineTopic<Record<string, never>, RelayError>({
  name: 'relay.troubles',
  params: z.strictObject({}),
  row: relayErrorSchema,
  getKey: (row) => row.part,
  resource: 'auth',
  offScreen: true,
  pollEveryMs: 5_000,
  staleAfterMs: 60_000,
})
