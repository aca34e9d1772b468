import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

/** Sums that an item's costs are kept for. */
const costSpans = ['1d', '7d', '30d'] as const

const list = z.string().max(2_000).nullish()

/** What is counted, and how it is grouped: by `type`, or by the keys of tags (contract 1.6, ledger CAT-06). */
const summaryQuerySchema = z.object({
  groupBy: z.array(z.string().max(200)).max(5).nullish(),
  /** Further keys of tags to group by. */
  tags: z.array(z.string().max(200)).max(5).nullish(),
  deleted: z.boolean().nullish(),
  /** Labels and the values that they have, as lists: `a,!b`. */
  filter: z.record(z.string().max(200), z.string().max(2_000)).nullish(),
  status: list,
  health: list,
  /** Beyond the production services: which types, and a text that a name, type or description holds. */
  type: list,
  search: list,
  changes: z
    .object({
      since: z.string().max(20).nullish(),
      /** Beyond the production services: into so many equal parts of that time changes are counted as well. */
      parts: z.number().int().min(1).max(60).nullish(),
    })
    .nullish(),
  analysis: z.object({ since: z.string().max(20).nullish() }).nullish(),
  cost: z.enum(costSpans).or(z.literal('')).nullish(),
})
export type SummaryQuery = z.infer<typeof summaryQuerySchema>

const counts = z.record(z.string(), z.number()).nullish()

/** A group of items: the columns that it is grouped by stand beside these. */
const catalogGroupSchema = z.looseObject({
  count: z.number(),
  /** How many items are of each health; those of none are left out. */
  health: counts,
  changes: z.number().nullish(),
  /** The same by parts of the time, the oldest first. */
  changes_over_time: z.array(z.number()).nullish(),
  /** How many open insights there are of each type. */
  analysis: counts,
  cost_1d: z.number().nullish(),
  cost_7d: z.number().nullish(),
  cost_30d: z.number().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
})
export type CatalogGroup = z.infer<typeof catalogGroupSchema>

export const catalogSummaryRoute = contract({
  method: 'POST',
  path: '/api/catalog/summary',
  body: summaryQuerySchema,
  response: z.array(catalogGroupSchema),
})
