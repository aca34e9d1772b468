import { z } from 'zod'
import { defineTopic } from '#shared/live/topic.ts'

const relayErrorSchema = z.object({
  part: z.enum(['database', 'disk']),
  since: z.string(),
  sentence: z.string(),
})

export type RelayError = z.infer<typeof relayErrorSchema>

export const relayErrors = defineTopic<Record<string, never>, RelayError>({
  name: 'relay.errors',
  params: z.strictObject({}),
  row: relayErrorSchema,
  getKey: (row) => row.part,
  resource: 'auth',
  shows: null,
  changedBy: [],
  offScreen: true,
  pollEveryMs: 5_000,
  staleAfterMs: 60_000,
})
