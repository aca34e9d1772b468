import { z } from 'zod'
import type { Person } from '#client/ui/avatar.tsx'

/** The columns of a person that are shown beside what they did. */
export const personColumns = 'id,name,avatar'

/** A person as the data API embeds them. */
export const personSchema = z
  .object({ id: z.string(), name: z.string().nullish(), avatar: z.string().nullish() })
  .transform(({ id, name, avatar }): Person => ({ id, name: name ?? '', email: '', avatar: avatar ?? null }))
