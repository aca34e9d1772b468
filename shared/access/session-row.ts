import { z } from 'zod'
import { grantSchema } from '#shared/access/grant.ts'

/** Who a tab belongs to and what decides over them, as the relay sees it now. */
export const sessionRowSchema = z.object({
  personId: z.string(),
  roles: z.array(z.string()),
  teams: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  /** Grants and denies about the person, their teams and roles; those that have ended are left out. */
  grants: z.array(grantSchema).default([]),
})
export type SessionRow = z.infer<typeof sessionRowSchema>
