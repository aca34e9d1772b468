import { z } from 'zod'
import { rotationSchema } from '#shared/notifications/on-call.ts'

export const turnsSchema = rotationSchema.omit({ team_id: true })
const name = z.string().min(1)
/** By mail address. A document without `members` or `onCall` leaves them unchanged. */
export const teamSpecSchema = z.looseObject({
  members: z.array(name).nullish(),
  onCall: z
    .strictObject({ ...turnsSchema.shape, people: z.array(name).min(1, 'Name at least one person').max(100) })
    .nullish(),
})
