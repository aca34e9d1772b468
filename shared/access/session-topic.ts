import { z } from 'zod'
import { sessionRowSchema, type SessionRow } from '#shared/access/session-row.ts'
import { defineTopic } from '#shared/live/topic.ts'

/** Needs no permission: it contains only the session of the person. */
export const sessionTopic = defineTopic<Record<string, never>, SessionRow>({
  name: 'session',
  params: z.strictObject({}),
  row: sessionRowSchema,
  getKey: (row) => row.personId,
  resource: 'auth',
  shows: null,
  changedBy: [],
  offScreen: true,
  pollEveryMs: 30_000,
  staleAfterMs: 120_000,
})
