import { z } from 'zod'
import { rotationSchema } from '#shared/notifications/on-call.ts'
import { scalarText } from '#shared/primitives/document-scalars.ts'

export const turnsSchema = rotationSchema.omit({ team_id: true })
const name = z.string().min(1)
const text = z.string().nullish()
const service = z
  .looseObject({
    name: text,
    url: text,
    connection: text,
    filter: text,
    properties: z.record(z.string(), scalarText).nullish(),
  })
  .refine(({ url, connection }) => (url ?? connection ?? '') !== '', 'needs url or connection')
/** By mail address. A document without `members` or `onCall` leaves them unchanged. */
export const teamSpecSchema = z.looseObject({
  members: z.array(name).nullish(),
  onCall: z
    .strictObject({ ...turnsSchema.shape, people: z.array(name).min(1, 'Name at least one person').max(100) })
    .nullish(),
  notifications: z.array(service).nullish(),
})
