import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { idSchema } from '#shared/primitives/id.ts'
import { tablesWith } from './resource-kinds.ts'

export const searchedTables = tablesWith('search')
export const searchedKinds = [
  'checks',
  'components',
  'configs',
  ...searchedTables,
  'config_changes',
  'config_analysis',
] as const
export type SearchedKind = (typeof searchedKinds)[number]

const text = z.string().max(2_000)
const texts = z.array(text).max(100)

/**
 * All conditions must match. `agent`: name, id, `all` or `self` (default); `scope`: the parent scraper, canary or
 * topology, by id or `namespace/name`.
 */
export const resourceSelectorSchema = z.object({
  agent: text.nullish(),
  scope: text.nullish(),
  search: text.nullish(),
  limit: z.number().int().positive().nullish(),
  includeDeleted: z.boolean().nullish(),
  id: text.nullish(),
  name: text.nullish(),
  namespace: text.nullish(),
  tagSelector: text.nullish(),
  labelSelector: text.nullish(),
  fieldSelector: text.nullish(),
  health: text.nullish(),
  types: texts.nullish(),
  statuses: texts.nullish(),
})
export type ResourceSelector = z.infer<typeof resourceSelectorSchema>

const selectors = z.array(resourceSelectorSchema).max(50).nullish()

const foundSchema = z.object({
  id: idSchema,
  agent: z.string().nullish(),
  icon: z.string().nullish(),
  name: z.string(),
  namespace: z.string().nullish(),
  type: z.string().nullish(),
  tags: z.record(z.string(), z.unknown()).nullish(),
  health: z.string().nullish(),
  status: z.string().nullish(),
  severity: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  deleted_at: z.string().nullish(),
})
export type FoundResource = z.infer<typeof foundSchema>

const found = z.array(foundSchema).nullish()

const keyed = <Value extends z.ZodType>(value: Value) =>
  Object.fromEntries(searchedKinds.map((kind) => [kind, value])) as Record<SearchedKind, Value>

export const resourceSearchRoute = contract({
  method: 'POST',
  path: '/api/resources/search',
  body: z.object({
    limit: z.number().int().positive().nullish(),
    timestamps: z.boolean().nullish(),
    ...keyed(selectors),
  }),
  response: z.object(keyed(found)),
})
