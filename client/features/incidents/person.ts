import { z } from 'zod'
import type { Person } from '#client/ui/avatar.tsx'

export const personColumns = 'id,name,avatar'

export const personSchema = z
  .object({ id: z.string(), name: z.string().nullish(), avatar: z.string().nullish() })
  .transform(({ id, name, avatar }): Person => ({ id, name: name ?? '', email: '', avatar: avatar ?? null }))
