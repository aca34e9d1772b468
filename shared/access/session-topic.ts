import { z } from 'zod'
import { sessionRowSchema, type SessionRow } from '#shared/access/session-row.ts'
import { defineTopic } from '#shared/live/topic.ts'

/** The person's own session: one row, which changes with their roles. Nobody's rights are asked for it. */
export const sessionTopic = defineTopic<Record<string, never>, SessionRow>({
  name: 'session',
  params: z.strictObject({}),
  row: sessionRowSchema,
  getKey: (row) => row.personId,
  resource: 'auth',
  offScreen: true,
  pollEveryMs: 30_000,
  staleAfterMs: 120_000,
})
