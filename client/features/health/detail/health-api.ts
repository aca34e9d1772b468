import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { artifactRowSchema } from '#shared/artifacts/artifact-row.ts'
import { checkGraphRoute, checkReportRoute } from '#shared/health/check-routes.ts'
import { checkStatusSchema, type CheckStatus } from '#shared/health/check-status.ts'
import { checkSpan, isHealthRange, type CheckRange } from '#shared/health/health-range.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { call } from '#client/api/call.ts'
import { listRows, type Listed, findRow } from '#client/api/data-api.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import type { Range } from '#client/ui/table/list-pages.ts'

export const historyPageSize = 50
export const graphCount = 300

const toTimestamps = (range: CheckRange) => {
  const { fromMs, toMs } = checkSpan(range, serverNow())
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() }
}

/** The graph does not support months, so those are sent as their start time. */
export const graphSpan = (range: CheckRange): { readonly start: string; readonly end?: string } => {
  const { from, to } = toTimestamps(range)
  if (range.type === 'absolute') return { start: from, end: to }
  return { start: isHealthRange(range.display) && !range.display.endsWith('mo') ? range.display : from }
}

export const graphQuery = (checkId: string, range: CheckRange) =>
  queryOptions({
    queryKey: ['health', 'graph', checkId, range],
    queryFn: async ({ signal }) => {
      const query = { check: checkId, ...graphSpan(range), count: graphCount }
      return call(checkGraphRoute, { query, signal })
    },
    staleTime: 0,
  })

interface HistoryFilter {
  readonly range: CheckRange
  /** `1` healthy, `0` unhealthy, null both. */
  readonly status: '1' | '0' | null
  readonly atLeastMs: number | null
  readonly page: number
}

export interface HistoryPage {
  readonly results: readonly CheckStatus[]
  readonly total: number | null
}

export const listResults = (
  checkId: string,
  { range, status, atLeastMs }: Omit<HistoryFilter, 'page'>,
  { offset, limit }: Range,
  signal: AbortSignal,
): Promise<Listed<CheckStatus>> => {
  const { from, to } = toTimestamps(range)
  const query = {
    check_id: `eq.${checkId}`,
    ...(range.type === 'absolute' ? { and: `(time.gte.${from},time.lt.${to})` } : { time: `gt.${from}` }),
    status: status === null ? undefined : `eq.${status}`,
    duration: atLeastMs === null ? undefined : `gte.${atLeastMs}`,
    order: 'time.desc',
    limit,
    offset: offset === 0 ? undefined : offset,
  }
  return listRows('check_statuses', { row: checkStatusSchema, query, signal })
}

export const historyQuery = (checkId: string, { page, ...filter }: HistoryFilter) =>
  queryOptions({
    queryKey: ['health', 'history', checkId, filter.range, filter.status, filter.atLeastMs, page],
    queryFn: async ({ signal }): Promise<HistoryPage> => {
      const pageRange = { offset: page * historyPageSize, limit: historyPageSize }
      const { rows, total } = await listResults(checkId, filter, pageRange, signal)
      return { results: rows, total }
    },
    staleTime: 0,
  })

const named = z.object({ id: z.string(), name: z.string(), type: z.string().nullish() })
export const detailSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string().nullish(),
  deleted_at: z.string().nullish(),
  spec: z.unknown(),
  canaries: z.object({ id: z.string(), name: z.string() }).nullish(),
  agents: z.object({ id: z.string(), name: z.string() }).nullish(),
  configs: z.array(z.object({ configs: named.nullish() })).nullish(),
  components: z.array(z.object({ components: named.nullish() })).nullish(),
})

export const detailQuery = (checkId: string) =>
  queryOptions({
    queryKey: ['health', 'check', checkId],
    queryFn: async ({ signal }) => {
      const select =
        '*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id,name),' +
        'components:check_component_relationships(components(id,name,icon)),' +
        'configs:check_config_relationships(configs(id,name,type))'
      return findRow('checks', { row: detailSchema, query: { id: `eq.${checkId}`, select }, signal })
    },
  })

const incidentSchema = z.object({ id: z.string(), title: z.string(), incident_id: z.string().nullish() })
export const evidenceSchema = z.object({ hypotheses: z.object({ incidents: incidentSchema.nullish() }).nullish() })

export const incidentsQuery = (checkId: string) =>
  queryOptions({
    queryKey: ['health', 'incidents', checkId],
    queryFn: async ({ signal }) => {
      const query = { check_id: `eq.${checkId}`, select: 'id,hypotheses(id,incidents(id,title,incident_id))' }
      const { rows } = await listRows('evidences', { row: evidenceSchema, query, signal })
      const incidents = rows.flatMap(({ hypotheses }) => hypotheses?.incidents ?? [])
      return [...new Map(incidents.map((incident) => [incident.id, incident])).values()]
    },
  })

export const canarySchema = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string().nullish(),
  source: z.string().nullish(),
  spec: z.unknown(),
})

export const canariesKey = ['health', 'canary'] as const

export const canaryQuery = (canaryId: string) =>
  queryOptions({
    queryKey: [...canariesKey, canaryId],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${canaryId}`, select: 'id,source,spec,name,namespace' }
      return findRow('canaries', { row: canarySchema, query, signal })
    },
  })

export const reportQuery = (checkId: string, lastRuntime: string | null) =>
  queryOptions({
    queryKey: ['health', 'report', checkId, lastRuntime],
    queryFn: async ({ signal }) => (await call(checkReportRoute, { params: { id: checkId }, signal })).report,
    enabled: hasOwnBackend(),
  })

const checkArtifactSchema = artifactRowSchema.extend({ check_time: z.string() })
export type CheckArtifact = z.infer<typeof checkArtifactSchema>
const artifactsMax = 50

/** Of the newest results that have artifacts. */
export const artifactsQuery = (checkId: string, lastRuntime: string | null) =>
  queryOptions({
    queryKey: ['health', 'artifacts', checkId, lastRuntime],
    queryFn: async ({ signal }) => {
      const query = {
        check_id: `eq.${checkId}`,
        deleted_at: 'is.null',
        order: 'check_time.desc,filename.asc',
        limit: artifactsMax,
        select: 'id,filename,size,content_type,checksum,created_at,check_time',
      }
      return (await listRows('artifacts', { row: checkArtifactSchema, query, signal })).rows
    },
    meta: { failsOnPage: true },
  })
