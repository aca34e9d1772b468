import { z } from 'zod'
import { approversSchema } from '#shared/playbooks/run-part.ts'
import { runRowSchema } from '#shared/playbooks/run-row.ts'
import { idSchema } from '#shared/primitives/id.ts'

const text = z.string().nullable()

/** A run as the list shows it: how far it is, and what stopped it. */
const listedRunSchema = runRowSchema.omit({ parameters: true }).extend({
  kind: z.literal('run'),
  /** How many steps its playbook had when it was started. */
  stepCount: z.number(),
  /** How many of them are over. */
  stepsDone: z.number(),
  /** The step that is under way, or the one that failed. */
  step: text,
  /** What the failed step says. */
  stepError: text,
  approvers: approversSchema.nullable(),
})
export type ListedRun = z.infer<typeof listedRunSchema>

/** How many runs match the filters, beyond the page; null where the backend does not count. */
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

/** What the list may be sorted by: columns of the runs' table. */
const runOrderSchema = z.enum(['created_at', 'start_time', 'status'])
export type RunOrder = z.infer<typeof runOrderSchema>

/** One page of runs, newest first unless it says otherwise; without a filter, all. Of the range either `lastMs` or moments are given. */
export const runFilterSchema = z.strictObject({
  playbook: idSchema.optional(),
  /** Statuses with commas between. */
  status: z
    .string()
    .regex(/^[a-z_]+(,[a-z_]+){0,20}$/)
    .optional(),
  /** Who started it. */
  person: idSchema.optional(),
  config: idSchema.optional(),
  component: idSchema.optional(),
  check: idSchema.optional(),
  /** So many milliseconds back from whenever it is asked. */
  lastMs: z.int().positive().optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sortBy: runOrderSchema.optional(),
  descending: z.boolean().optional(),
  offset: z.int().nonnegative(),
  limit: z.int().min(1).max(1_000),
})
export type RunFilter = z.infer<typeof runFilterSchema>
