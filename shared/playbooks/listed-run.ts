import { z } from 'zod'
import { approversSchema } from '#shared/playbooks/run-part.ts'
import { runRowSchema } from '#shared/playbooks/run-row.ts'
import { idSchema } from '#shared/primitives/id.ts'

const text = z.string().nullable()

const listedRunSchema = runRowSchema.omit({ parameters: true }).extend({
  kind: z.literal('run'),
  stepCount: z.number(),
  stepsDone: z.number(),
  step: text,
  stepError: text,
  approvers: approversSchema.nullable(),
})
export type ListedRun = z.infer<typeof listedRunSchema>

const runTotalsSchema = z.object({
  kind: z.literal('totals'),
  all: z.number().nullable(),
  running: z.number().nullable(),
  waiting: z.number().nullable(),
  failed: z.number().nullable(),
})
export type RunTotals = z.infer<typeof runTotalsSchema>

export const runListRowSchema = z.discriminatedUnion('kind', [listedRunSchema, runTotalsSchema])
export type RunListRow = z.infer<typeof runListRowSchema>

const runOrderSchema = z.enum(['created_at', 'start_time', 'status'])
export type RunOrder = z.infer<typeof runOrderSchema>

export const runFilterSchema = z.strictObject({
  playbook: idSchema.optional(),
  status: z
    .string()
    .regex(/^[a-z_]+(,[a-z_]+){0,20}$/)
    .optional(),
  person: idSchema.optional(),
  config: idSchema.optional(),
  component: idSchema.optional(),
  check: idSchema.optional(),
  lastMs: z.int().positive().optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sortBy: runOrderSchema.optional(),
  descending: z.boolean().optional(),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1_000),
})
export type RunFilter = z.infer<typeof runFilterSchema>
