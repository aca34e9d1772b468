import { z } from 'zod'

/** The columns of a person that are shown beside what they did. */
export const personColumns = 'id,name,avatar'

/** A person as the data API embeds them. */
export const incidentPersonSchema = z
  .object({ id: z.string(), name: z.string().nullish(), avatar: z.string().nullish() })
  .transform(({ id, name, avatar }) => ({ id, name: name ?? '', avatar: avatar ?? null }))
export type IncidentPerson = z.infer<typeof incidentPersonSchema>
