import { z } from 'zod'

export const personColumns = 'id,name,avatar'

export const incidentPersonSchema = z
  .object({ id: z.string(), name: z.string().nullish(), avatar: z.string().nullish() })
  .transform(({ id, name, avatar }) => ({ id, name: name ?? '', avatar: avatar ?? null }))
export type IncidentPerson = z.infer<typeof incidentPersonSchema>
