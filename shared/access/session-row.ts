import { z } from 'zod'
import { grantSchema } from '#shared/access/grant.ts'

export const sessionRowSchema = z.object({
  personId: z.string(),
  roles: z.array(z.string()),
  teams: z.array(z.object({ id: z.string(), name: z.string() })).default([]),
  grants: z.array(grantSchema).default([]),
})
export type SessionRow = z.infer<typeof sessionRowSchema>
