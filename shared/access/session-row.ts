import { z } from 'zod'

/** Who a tab belongs to, as the relay sees it now. */
export const sessionRowSchema = z.object({ personId: z.string(), roles: z.array(z.string()) })
export type SessionRow = z.infer<typeof sessionRowSchema>
