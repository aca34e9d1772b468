import { z } from 'zod'
import { actionKinds } from '#shared/playbooks/playbook-spec.ts'

const text = z.string().nullable()

/** Secrets are masked. */
export const preflightSchema = z.object({
  token: z.string(),
  expiresAt: z.string(),
  target: z
    .object({ kind: z.enum(['config', 'component', 'check']), id: z.string(), name: z.string(), type: text })
    .nullable(),
  steps: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(actionKinds),
      rendered: z.string(),
      condition: z.string().optional(),
      problem: z.string().optional(),
    }),
  ),
  approvers: z
    .object({ type: z.enum(['any', 'all']), people: z.array(z.string()), teams: z.array(z.string()) })
    .nullable(),
  running: z.array(z.object({ id: z.string(), playbook: z.string(), status: z.string(), since: z.string() })),
  last: z.array(
    z.object({ id: z.string(), status: z.string(), endedAt: text, durationMs: z.number().nullable(), error: text }),
  ),
})
export type Preflight = z.infer<typeof preflightSchema>
