import { z } from 'zod'

/** A person whose browser shows an incident now. */
export const incidentPresenceSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** Where they are typing: `comment`, `title`, `hypothesis <id>` for another title of one, `below <id>` for one that is new. */
  places: z.array(z.string()),
})
export type IncidentPresence = z.infer<typeof incidentPresenceSchema>
