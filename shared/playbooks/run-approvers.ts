import { z } from 'zod'

export const runApproversSchema = z.object({
  type: z.enum(['any', 'all']),
  allowSelf: z.boolean(),
  /** Security: an address can approve only with exactly one verified person, a team name only with exactly one team. */
  people: z.array(z.object({ address: z.string(), people: z.array(z.object({ id: z.string(), name: z.string() })) })),
  teams: z.array(
    z.object({ name: z.string(), teams: z.array(z.object({ id: z.string(), members: z.array(z.string()) })) }),
  ),
  you: z.object({
    refusal: z.string().nullable(),
    asPerson: z.boolean(),
    teams: z.array(z.string()),
  }),
})
export type RunApprovers = z.infer<typeof runApproversSchema>
