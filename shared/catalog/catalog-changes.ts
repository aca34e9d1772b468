import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const text = z.string().max(2_000).nullish()
const count = z.coerce.number().int().nonnegative().nullish()
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).nullish()

export const changeSortColumns = ['name', 'change_type', 'summary', 'source', 'created_at', 'count'] as const

const changeReaches = ['downstream', 'upstream', 'all', 'none'] as const

/** Lists: `a,b`, `!a`, `a*`; times are date math or timestamps. `severity` is the minimum, or `!low` for all others. */
const changesQuerySchema = z.object({
  id: z.string().max(40_000).nullish(),
  config_type: text,
  type: text,
  severity: text,
  summary: text,
  source: text,
  created_by: text,
  tags: text,
  agent_id: text,
  from: text,
  to: text,
  include_deleted_configs: flag,
  recursive: z.enum(changeReaches).nullish(),
  depth: count,
  soft: flag,
  page: count,
  page_size: count,
  sort_by: text,
})
export type ChangesQuery = z.infer<typeof changesQuerySchema>

const optionalText = z.string().nullish()

export const catalogChangeSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  agent_id: optionalText,
  external_change_id: optionalText,
  change_type: z.string(),
  severity: optionalText,
  source: optionalText,
  summary: optionalText,
  created_at: z.string(),
  count: z.number().nullish(),
  first_observed: optionalText,
  deleted_at: optionalText,
  name: optionalText,
  type: optionalText,
  tags: z.record(z.string(), z.string()).nullish(),
  created_by: optionalText,
  external_created_by: optionalText,
})

export type CatalogChange = z.infer<typeof catalogChangeSchema>

const changesFoundSchema = z.object({
  summary: z.record(z.string(), z.number()).nullish(),
  total: z.number().nullish(),
  changes: z.array(catalogChangeSchema).nullish(),
})

/** The response is `{}` when there are no changes. */
export const catalogChangesRoute = contract({
  method: 'POST',
  path: '/api/catalog/changes',
  body: changesQuerySchema,
  response: changesFoundSchema,
})

export const catalogChangesByQueryRoute = contract({
  method: 'GET',
  path: '/api/catalog/changes',
  query: changesQuerySchema,
  response: changesFoundSchema,
})
