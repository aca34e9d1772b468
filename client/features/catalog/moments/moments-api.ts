import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { itemSnapshotRoute } from '#shared/catalog/as-of.ts'
import { call } from '#client/api/call.ts'
import { listRows } from '#client/api/data-api.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import { readRelated, type RelatedItem, type Relation } from '#client/features/catalog/item/related/related-api.ts'
import { nullableText, listColumns } from '#shared/primitives/row-values.ts'
import type { Moment } from './moments.ts'

/** The past does not change: this key is outside the catalog key, so no push refetches it. */
const keyOptions = (moment: Moment) =>
  moment.kind === 'now'
    ? { queryKey: [...catalogKey, 'now'] }
    : { queryKey: ['catalog then', moment.at], staleTime: Infinity }

export const itemAtMomentQuery = (id: string, moment: Moment) => {
  const { queryKey, ...options } = keyOptions(moment)
  return queryOptions({
    ...options,
    queryKey: [...queryKey, 'item', id],
    queryFn: ({ signal }) => {
      const query = { at: moment.kind === 'now' ? '0s' : moment.at }
      return call(itemSnapshotRoute, { params: { id }, query, signal })
    },
  })
}

const relatedSchema = z
  .object({
    id: z.string(),
    name: nullableText,
    type: nullableText,
    status: nullableText,
    health: nullableText,
    tags: z
      .record(z.string(), z.string())
      .nullish()
      .transform((tags) => tags ?? {}),
    since: nullableText,
    created_at: nullableText,
    related_ids: z
      .array(z.string())
      .nullish()
      .transform((ids) => ids ?? []),
  })
  .transform(({ since, ...item }): RelatedItem => ({ ...item, changes: 0, updated_at: since, deleted_at: null }))

export const relatedAtMomentQuery = (id: string, relation: Relation, moment: Moment) => {
  const { queryKey, ...options } = keyOptions(moment)
  const { direction, isSoftShown, depth } = relation
  const kind = isSoftShown ? 'both' : 'hard'
  const query = {
    config_id: id,
    at: moment.kind === 'now' ? 'now' : moment.at,
    type_filter: direction,
    incoming_relation: kind,
    outgoing_relation: kind,
    max_depth: depth,
    select: 'id,name,type,status,health,tags,since,created_at,related_ids',
  }
  return queryOptions({
    ...options,
    queryKey: [...queryKey, 'related', query],
    queryFn: ({ signal }) => readRelated({ path: 'rpc/related_configs_as_of', row: relatedSchema, query }, signal),
    placeholderData: keepPreviousData,
  })
}

const insightSchema = z.object({
  id: z.string(),
  analysis_type: nullableText,
  analyzer: nullableText,
  severity: nullableText,
  summary: nullableText,
  message: nullableText,
  first_observed: nullableText,
  last_observed: nullableText,
})
export type InsightThen = z.infer<typeof insightSchema>

const insightsAtOnce = 1_000

export const insightsAtMomentQuery = (id: string, moment: Moment) => {
  const { queryKey, ...options } = keyOptions(moment)
  return queryOptions({
    ...options,
    queryKey: [...queryKey, 'insights', id],
    queryFn: async ({ signal }) => {
      const at = moment.kind === 'now' ? new Date().toISOString() : moment.at
      const query = {
        select: listColumns(insightSchema),
        config_id: `eq.${id}`,
        first_observed: `lte.${at}`,
        or: `(status.is.null,status.neq.resolved,last_observed.gte.${at})`,
        order: 'first_observed.desc,id.asc',
        limit: insightsAtOnce,
      }
      return (await listRows('config_analysis', { row: insightSchema, query, signal })).rows
    },
  })
}

const checkSchema = z.object({
  check_id: z.string(),
  checks: z
    .object({
      id: z.string(),
      name: nullableText,
      type: nullableText,
      created_at: nullableText,
      check_statuses: z
        .array(
          z.object({ time: z.string(), status: z.boolean().nullish(), message: nullableText, error: nullableText }),
        )
        .nullish(),
    })
    .nullable(),
})

export interface CheckThen {
  readonly id: string
  readonly name: string
  readonly type: string | null
  readonly result: { readonly at: string; readonly isHealthy: boolean; readonly message: string | null } | null
}

export const checksAtMomentQuery = (id: string, moment: Moment) => {
  const { queryKey, ...options } = keyOptions(moment)
  return queryOptions({
    ...options,
    queryKey: [...queryKey, 'checks', id],
    queryFn: async ({ signal }): Promise<readonly CheckThen[]> => {
      const at = moment.kind === 'now' ? new Date().toISOString() : moment.at
      const query = {
        select: 'check_id,checks(id,name,type,created_at,check_statuses(time,status,message,error))',
        config_id: `eq.${id}`,
        created_at: `lte.${at}`,
        or: `(deleted_at.is.null,deleted_at.gt.${at})`,
        'checks.check_statuses.time': `lte.${at}`,
        'checks.check_statuses.order': 'time.desc',
        'checks.check_statuses.limit': 1,
      }
      const { rows } = await listRows('check_config_relationships', { row: checkSchema, query, signal })
      const checks = new Map<string, CheckThen>()
      for (const { checks: check } of rows) {
        if (check === null) continue
        const [last] = check.check_statuses ?? []
        const result =
          last === undefined
            ? null
            : { at: last.time, isHealthy: last.status === true, message: last.error ?? last.message }
        checks.set(check.id, { id: check.id, name: check.name ?? check.id, type: check.type, result })
      }
      return [...checks.values()]
    },
  })
}
