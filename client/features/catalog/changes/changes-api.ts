import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  catalogChangesByQueryRoute,
  catalogChangesRoute,
  type CatalogChange,
  type ChangesQuery,
} from '#shared/catalog/catalog-changes.ts'
import { call } from '#client/api/call.ts'
import { listRows } from '#client/api/data-api.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import type { ListPage } from '#client/ui/table/list-pages.ts'

/** Changes are asked for again apart from items: they come without one. */
export const changesKey = ['catalog changes'] as const

/** Some of the changes that match, and how many do (ledger CAT-07). */
export const listChanges = async (request: ChangesQuery, signal: AbortSignal): Promise<ListPage<CatalogChange>> => {
  const { changes, total } = await call(catalogChangesRoute, { body: request, signal })
  return { rows: changes ?? [], total: total ?? 0 }
}

/** Where the same is asked for by a query string. */
export const changesPath = (request: ChangesQuery): string => {
  const pairs = Object.entries(request).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))
  return `${catalogChangesByQueryRoute.path}?${new URLSearchParams(pairs).toString()}`
}

/** The same, kept on the page until the next answer is there. */
export const changesQuery = (request: ChangesQuery) =>
  queryOptions({
    queryKey: [...changesKey, request],
    queryFn: async ({ signal }) => ({ ...(await listChanges(request, signal)), asked: request }),
    placeholderData: keepPreviousData,
    meta: { failsOnPage: true },
  })

const wholeChangeSchema = z.object({
  id: z.string(),
  config_id: z.string(),
  change_type: z.string(),
  severity: z.string().nullish(),
  source: z.string().nullish(),
  summary: z.string().nullish(),
  created_at: z.string(),
  first_observed: z.string().nullish(),
  count: z.number().nullish(),
  external_created_by: z.string().nullish(),
  diff: z.string().nullish(),
  patches: z.unknown(),
  details: z.unknown(),
  config: z.object({ id: z.string(), name: z.string().nullish(), type: z.string().nullish() }).nullish(),
})
export type WholeChange = z.infer<typeof wholeChangeSchema>

const wholeColumns =
  'id,config_id,change_type,severity,source,summary,created_at,first_observed,count,external_created_by,diff,patches,details,config:configs(id,name,type)'

/** One change with all that was noted of it; null when there is none with this id, or it may not be read. */
export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: [...changesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${id}`, select: wholeColumns }
      const { rows } = await listRows('config_changes', { row: wholeChangeSchema, query, signal })
      return rows[0] ?? null
    },
    meta: { failsOnPage: true },
  })

const followedForMs = 120_000
const followedShown = 20

/** What happened to the item of a change and to what it leads to, in the two minutes after it. */
export const followedQuery = ({ id, config_id: itemId, created_at: at }: WholeChange) => {
  const request: ChangesQuery = {
    id: itemId,
    recursive: 'downstream',
    depth: 5,
    from: at,
    to: new Date(Date.parse(at) + followedForMs).toISOString(),
    sort_by: 'created_at',
    page_size: followedShown + 1,
  }
  return queryOptions({
    queryKey: [...changesKey, request],
    queryFn: async ({ signal }) => {
      const { rows } = await listChanges(request, signal)
      return rows.filter((change) => change.id !== id)
    },
    meta: { failsOnPage: true },
  })
}

/** Every type of change that there is. */
export const changeTypesQuery = queryOptions({
  queryKey: [...catalogKey, 'values', 'change_types'],
  queryFn: async ({ signal }) => {
    const row = z.object({ change_type: z.string().nullable() })
    const { rows } = await listRows('change_types', { row, query: {}, signal })
    return rows.flatMap(({ change_type: type }) => (type ? [type] : []))
  },
  staleTime: 60_000,
  meta: { failsOnPage: true },
})
