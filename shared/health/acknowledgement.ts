import { z } from 'zod'

export const acknowledgementSchema = z.object({
  by: z.string(),
  note: z.string(),
  at: z.string(),
  /** Null: until the check is healthy. */
  until: z.string().nullable(),
})
export type Acknowledgement = z.infer<typeof acknowledgementSchema>

export const noteMax = 1_000
