import { z } from 'zod'
import { idSchema } from '#shared/primitives/id.ts'

/** `duration` is in milliseconds. */
export const checkStatusSchema = z.object({
  check_id: idSchema,
  time: z.string(),
  status: z.boolean(),
  invalid: z.boolean().nullish(),
  duration: z.number().nullish(),
  message: z.string().nullish(),
  error: z.string().nullish(),
})
export type CheckStatus = z.infer<typeof checkStatusSchema>
