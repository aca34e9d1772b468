import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const costSpans = ['1d', '7d', '30d'] as const

const list = z.string().max(2_000).nullish()

const summaryQuerySchema = z.object({
  groupBy: z.array(z.string().max(200)).max(5).nullish(),
  tags: z.array(z.string().max(200)).max(5).nullish(),
  deleted: z.boolean().nullish(),
  filter: z.record(z.string().max(200), z.string().max(2_000)).nullish(),
  status: list,
  health: list,
  type: list,
  search: list,
  changes: z
    .object({
      since: z.string().max(20).nullish(),
      /** Not supported by the production services: also counts changes in this many equal parts of the period. */
      parts: z.number().int().min(1).max(60).nullish(),
    })
    .nullish(),
  analysis: z.object({ since: z.string().max(20).nullish() }).nullish(),
  cost: z.enum(costSpans).or(z.literal('')).nullish(),
})
export type SummaryQuery = z.infer<typeof summaryQuerySchema>

const counts = z.record(z.string(), z.number()).nullish()

const catalogGroupSchema = z.looseObject({
  count: z.number(),
  health: counts,
  changes: z.number().nullish(),
  changes_over_time: z.array(z.number()).nullish(),
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
