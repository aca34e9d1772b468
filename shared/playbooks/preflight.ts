import { z } from 'zod'
import { actionKinds } from '#shared/playbooks/playbook-spec.ts'

const text = z.string().nullable()

/** `isFilled`: filled in from the target or a parameter. */
const commandPartSchema = z.object({ text: z.string(), isFilled: z.boolean() })
export type CommandPart = z.infer<typeof commandPartSchema>

export const renderedStepSchema = z.object({
  name: z.string(),
  kind: z.enum(actionKinds),
  rendered: z.string(),
  command: z.array(commandPartSchema),
  condition: z.string().optional(),
  problem: z.string().optional(),
})
export type RenderedStep = z.infer<typeof renderedStepSchema>

const targetSchema = z.object({
  kind: z.enum(['config', 'component', 'check']),
  id: z.string(),
  name: z.string(),
  type: text,
})

const runningSchema = z.object({ id: z.string(), playbook: z.string(), status: z.string(), since: z.string() })

/** Security: secrets are masked. */
export const runPreviewSchema = z.object({
  target: targetSchema.extend({ health: text, status: text }).nullable(),
  steps: z.array(renderedStepSchema),
  running: z.array(runningSchema),
})
export type RunPreview = z.infer<typeof runPreviewSchema>

/** Secrets are masked. */
export const preflightSchema = z.object({
  token: z.string(),
  expiresAt: z.string(),
  target: targetSchema.nullable(),
  steps: z.array(renderedStepSchema),
  approvers: z
    .object({ type: z.enum(['any', 'all']), people: z.array(z.string()), teams: z.array(z.string()) })
    .nullable(),
  running: z.array(runningSchema),
  last: z.array(
    z.object({ id: z.string(), status: z.string(), endedAt: text, durationMs: z.number().nullable(), error: text }),
  ),
})
export type Preflight = z.infer<typeof preflightSchema>
