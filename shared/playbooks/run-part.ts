import { z } from 'zod'
import { actionRowSchema, artifactRowSchema } from '#shared/playbooks/action-row.ts'
import { runRowSchema } from '#shared/playbooks/run-row.ts'

const text = z.string().nullable()

/** Who must approve a run before it starts; people by email, teams by name. */
export const approversSchema = z.object({
  type: z.enum(['any', 'all']),
  people: z.array(z.string()),
  teams: z.array(z.string()),
})
export type Approvers = z.infer<typeof approversSchema>

/** A step as the run's own copy of the spec has it. `kind` is the key that says what it does. */
const plannedStepSchema = z.object({
  name: z.string(),
  kind: z.string(),
  condition: text,
  /** How often it is tried again at most. */
  retries: z.number(),
})
export type PlannedStep = z.infer<typeof plannedStepSchema>

/** A parameter of a run with its value; the value of a secret is null and never reaches a browser. */
const runParameterSchema = z.object({ name: z.string(), label: z.string(), value: text, secret: z.boolean() })
export type RunParameter = z.infer<typeof runParameterSchema>

/** What is known of a run itself, without its values. */
const bareRunSchema = runRowSchema.omit({ parameters: true })

const runHeadSchema = bareRunSchema.extend({
  kind: z.literal('run'),
  steps: z.array(plannedStepSchema),
  approvers: approversSchema.nullable(),
  values: z.array(runParameterSchema),
})
export type RunHead = z.infer<typeof runHeadSchema>

/** One try of an action, of the run or of one of its children. */
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

/** What the page of one run is made of. */
export const runPartSchema = z.discriminatedUnion('kind', [
  runHeadSchema,
  runTrySchema,
  runApprovalSchema,
  runChildSchema,
])
export type RunPart = z.infer<typeof runPartSchema>
