import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { integrationTypes, isIntegrationType } from '#shared/settings/integration-types.ts'
import { listRows } from '#client/api/data-api.ts'
import { nullableText, nullableNumber } from '#shared/primitives/row-values.ts'

export const integrationSchema = z.object({
  id: z.string(),
  name: z.string(),
  integration_type: z.string(),
  namespace: nullableText,
  source: nullableText,
  agent_id: nullableText,
  agent: z.object({ id: z.string(), name: z.string() }).nullish().catch(null),
  created_at: nullableText,
  creator_name: nullableText,
  job_status: nullableText,
  job_success_count: nullableNumber,
  job_error_count: nullableNumber,
  job_time_start: nullableText,
  job_details: z
    .object({ errors: z.array(z.string()).nullish().catch(null) })
    .nullish()
    .catch(null),
})
export type Integration = z.infer<typeof integrationSchema>

interface IntegrationFilter {
  readonly search: string
  readonly type: string
  readonly status: string
}

export const jobStatuses = ['FAILED', 'WARNING', 'RUNNING', 'SUCCESS'] as const
export const listedMax = 1_000
const everyMs = 10_000

export const integrationsQuery = ({ search, type, status }: IntegrationFilter) => ({
  select: '*',
  deleted_at: 'is.null',
  order: 'created_at.desc',
  limit: listedMax,
  integration_type: isIntegrationType(type) ? `eq.${type}` : `in.(${integrationTypes.join(',')})`,
  ...(status !== '' && { job_status: `eq.${status}` }),
  ...(search !== '' && { name: `ilike.*${search.replaceAll(/[*,()"\\]/g, '')}*` }),
})

export const integrationsKey = ['integrations'] as const

export const integrationsList = (filter: IntegrationFilter) =>
  queryOptions({
    queryKey: [...integrationsKey, filter],
    queryFn: ({ signal }) =>
      listRows('integrations_with_status', { row: integrationSchema, query: integrationsQuery(filter), signal }),
    refetchInterval: everyMs,
    placeholderData: keepPreviousData,
  })
