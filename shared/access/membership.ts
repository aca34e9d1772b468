import { z } from 'zod'

export const personRolesSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  roles: z.array(z.string()).nullish(),
})

export const memberSchema = z.object({
  person_id: z.string(),
  team: z.object({ id: z.string(), name: z.string(), deleted_at: z.string().nullish() }).nullish(),
})
