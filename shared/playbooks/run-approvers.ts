import { z } from 'zod'

/** `GET /api/playbook/run/{id}/approvers`: who approves a run, and whether whoever asks may. */
export const runApproversSchema = z.object({
  type: z.enum(['any', 'all']),
  /** Whether whoever started the run may approve it. */
  allowSelf: z.boolean(),
  /** Each address with the people who have proven that it is theirs: one, or nobody can approve by it. */
  people: z.array(z.object({ address: z.string(), people: z.array(z.object({ id: z.string(), name: z.string() })) })),
  /** Each team with the teams of that name: one, or nobody can approve for it. */
  teams: z.array(
    z.object({ name: z.string(), teams: z.array(z.object({ id: z.string(), members: z.array(z.string()) })) }),
  ),
  you: z.object({
    /** Why the person may not approve; null when they may. */
    refusal: z.string().nullable(),
    asPerson: z.boolean(),
    /** The teams that the person approves for, by name. */
    teams: z.array(z.string()),
  }),
})
export type RunApprovers = z.infer<typeof runApproversSchema>
