import { useMemo } from 'react'
import { readFilter } from '#shared/filters/filter-value.ts'
import { useQueryParams } from '#client/lib/address/query-state.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import type { InsightFilter } from './insights-api.ts'

export const usualStatus = 'open:1'

export const useInsightFilter = (configId: string | undefined): InsightFilter => {
  const params = useQueryParams()
  const [{ sorting }] = useTableState()
  return useMemo(
    () => ({
      search: params.get('search') ?? '',
      severities: readFilter(params.get('severity') ?? ''),
      types: readFilter(params.get('type') ?? ''),
      analyzers: readFilter(params.get('analyzer') ?? ''),
      statuses: readFilter(params.get('status') ?? usualStatus),
      sorting,
      ...(configId !== undefined && { configId }),
    }),
    [params, sorting, configId],
  )
}
