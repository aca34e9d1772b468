import { z } from 'zod'
import { artifactRowSchema } from '#shared/artifacts/artifact-row.ts'
import { actionRowSchema } from '#shared/playbooks/action-row.ts'
import { runRowSchema } from '#shared/playbooks/run-row.ts'

const text = z.string().nullable()

export const approversSchema = z.object({
  type: z.enum(['any', 'all']),
  people: z.array(z.string()),
  teams: z.array(z.string()),
})
export type Approvers = z.infer<typeof approversSchema>

const plannedStepSchema = z.object({
  name: z.string(),
  kind: z.string(),
  condition: text,
  retries: z.number(),
})
export type PlannedStep = z.infer<typeof plannedStepSchema>

/** Security: the value of a secret is null and never sent to a browser. */
const runParameterSchema = z.object({
  name: z.string(),
  label: z.string(),
  type: z.string().optional(),
  value: text,
  secret: z.boolean(),
})
export type RunParameter = z.infer<typeof runParameterSchema>

const bareRunSchema = runRowSchema.omit({ parameters: true })

const runHeadSchema = bareRunSchema.extend({
  kind: z.literal('run'),
  steps: z.array(plannedStepSchema),
  approvers: approversSchema.nullable(),
  values: z.array(runParameterSchema),
})
export type RunHead = z.infer<typeof runHeadSchema>

const runTrySchema = actionRowSchema.extend({
  kind: z.literal('try'),
  error: text,
  artifacts: z.array(artifactRowSchema),
})
export type RunTry = z.infer<typeof runTrySchema>

const runApprovalSchema = z.object({
  kind: z.literal('approval'),
  id: z.string(),
  created_at: z.string(),
  person: z.object({ id: z.string(), name: z.string(), avatar: text }).nullable(),
  team: z.object({ id: z.string(), name: z.string() }).nullable(),
})
export type RunApproval = z.infer<typeof runApprovalSchema>

const runChildSchema = bareRunSchema.extend({ kind: z.literal('child') })
export type RunChild = z.infer<typeof runChildSchema>

export const runPartSchema = z.discriminatedUnion('kind', [
  runHeadSchema,
  runTrySchema,
  runApprovalSchema,
  runChildSchema,
])
export type RunPart = z.infer<typeof runPartSchema>
