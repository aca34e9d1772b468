import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  catalogChangesByQueryRoute,
  catalogChangesRoute,
  type CatalogChange,
  type ChangesQuery,
} from '#shared/catalog/catalog-changes.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { call } from '#client/api/call.ts'
import { listRows, findRow } from '#client/api/data-api.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import type { ListPage } from '#client/ui/table/list-pages.ts'

/** Separate from the catalog key: a push about items does not refetch changes. */
export const changesKey = ['catalog changes'] as const

export const listChanges = async (request: ChangesQuery, signal: AbortSignal): Promise<ListPage<CatalogChange>> => {
  const { changes, total } = await call(catalogChangesRoute, { body: request, signal })
  return { rows: changes ?? [], total: total ?? 0 }
}

export const changesPath = (request: ChangesQuery): string => {
  const pairs = Object.entries(request).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]]))
  return `${catalogChangesByQueryRoute.path}?${new URLSearchParams(pairs).toString()}`
}

export const changesQuery = (request: ChangesQuery) =>
  queryOptions({
    queryKey: [...changesKey, request],
    queryFn: async ({ signal }) => ({ ...(await listChanges(request, signal)), asked: request }),
    placeholderData: keepPreviousData,
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

export const changeQuery = (id: string) =>
  queryOptions({
    queryKey: [...changesKey, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${id}`, select: wholeColumns }
      return findRow('config_changes', { row: wholeChangeSchema, query, signal })
    },
  })

const followedForMs = 120_000
const followedShown = 20

export const followedQuery = ({ id, config_id: itemId, created_at: at }: WholeChange) => {
  const request: ChangesQuery = {
    id: itemId,
    recursive: 'downstream',
    depth: 5,
    from: at,
    to: toIsoTime(Date.parse(at) + followedForMs),
    sort_by: 'created_at',
    page_size: followedShown + 1,
  }
  return queryOptions({
    queryKey: [...changesKey, request],
    queryFn: async ({ signal }) => {
      const { rows } = await listChanges(request, signal)
      return rows.filter((change) => change.id !== id)
    },
  })
}

export const changeTypesQuery = queryOptions({
  queryKey: [...catalogKey, 'values', 'change_types'],
  queryFn: async ({ signal }) => {
    const row = z.object({ change_type: z.string().nullable() })
    const { rows } = await listRows('change_types', { row, query: {}, signal })
    return rows.flatMap(({ change_type: type }) => (type ? [type] : []))
  },
  staleTime: 60_000,
})
