import { z } from 'zod'
import { actionKinds } from '#shared/playbooks/playbook-spec.ts'

const text = z.string().nullable()

/** `POST /api/playbook/{id}/preflight`: what a run with these parameters would do now. Secrets are masked in it. */
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
      /** The action as it would be carried out, as YAML; what only earlier steps can tell stays as it is written. */
      rendered: z.string(),
      /** The action's `if`. */
      condition: z.string().optional(),
      /** Why it cannot run here. */
      problem: z.string().optional(),
    }),
  ),
  approvers: z
    .object({ type: z.enum(['any', 'all']), people: z.array(z.string()), teams: z.array(z.string()) })
    .nullable(),
  /** Runs of any playbook on the same target that are not over. */
  running: z.array(z.object({ id: z.string(), playbook: z.string(), status: z.string(), since: z.string() })),
  /** The newest five of this playbook on this target that are over, newest first. */
  last: z.array(
    z.object({ id: z.string(), status: z.string(), endedAt: text, durationMs: z.number().nullable(), error: text }),
  ),
})
export type Preflight = z.infer<typeof preflightSchema>
