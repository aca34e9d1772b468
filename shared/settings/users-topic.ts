import { z } from 'zod'
import { userRowSchema, type UserRow } from '#shared/settings/user-row.ts'
import { defineTopic } from '#shared/live/topic.ts'

export const users = defineTopic<Record<string, never>, UserRow>({
  name: 'settings.users',
  params: z.strictObject({}),
  row: userRowSchema,
  getKey: (row) => row.id,
  resource: 'identities',
  shows: ['people', 'people_roles', 'identities'],
  changedBy: ['people'],
  pollEveryMs: 15_000,
  staleAfterMs: 45_000,
})
