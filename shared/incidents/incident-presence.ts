import { z } from 'zod'

export const incidentPresenceSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** `comment`, `title`, `hypothesis <id>` for an edited hypothesis, `below <id>` for a new one. */
  places: z.array(z.string()),
})
export type IncidentPresence = z.infer<typeof incidentPresenceSchema>
