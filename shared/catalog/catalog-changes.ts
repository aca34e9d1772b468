import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'

const text = z.string().max(2_000).nullish()
const count = z.coerce.number().int().nonnegative().nullish()
/** True or false, as a body says it or as a query string does. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]).nullish()

/** Columns that changes are sorted by; with a leading `-` the other way round. */
export const changeSortColumns = ['name', 'change_type', 'summary', 'source', 'created_at', 'count'] as const

/** Which of an item's neighbours count as well: what it leads to, what leads to it, both, or neither. */
const changeReaches = ['downstream', 'upstream', 'all', 'none'] as const

/**
 * Which changes are asked for (contract 1.6, ledger CAT-07, CAT-08). Lists are written `a,b`, `!a` and `a*`; `severity` is the least one,
 * or `!low` for all but that; `tags` is a label selector; times are date math (`now-2d`) or timestamps.
 */
const changesQuerySchema = z.object({
  /** An item's id, or a list of ids of which none is followed. */
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
  /** From 1 on. */
  page: count,
  page_size: count,
  sort_by: text,
})
export type ChangesQuery = z.infer<typeof changesQuerySchema>

const optionalText = z.string().nullish()

/** A change, with what its item is called. */
export const catalogChangeSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  agent_id: optionalText,
  external_change_id: optionalText,
  change_type: z.string(),
  severity: optionalText,
  source: optionalText,
  summary: optionalText,
  /** When it was seen last. */
  created_at: z.string(),
  /** How often it was seen. */
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
  /** How many there are of each type on this page. */
  summary: z.record(z.string(), z.number()).nullish(),
  total: z.number().nullish(),
  changes: z.array(catalogChangeSchema).nullish(),
})

/** Changes of items and of what is around them. Where there are none the answer is `{}`. */
export const catalogChangesRoute = contract({
  method: 'POST',
  path: '/api/catalog/changes',
  body: changesQuerySchema,
  response: changesFoundSchema,
})

/** The same, asked for by a query string. */
export const catalogChangesByQueryRoute = contract({
  method: 'GET',
  path: '/api/catalog/changes',
  query: changesQuerySchema,
  response: changesFoundSchema,
})
