import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { catalogSummaryRoute, type CatalogGroup, type SummaryQuery } from '#shared/catalog/catalog-summary.ts'
import { writeColumnFilter } from '#shared/filters/column-filter.ts'
import { passesFilter } from '#shared/filters/filter-value.ts'
import { call } from '#client/api/call.ts'
import { catalogKey, listItems, type CatalogFilter } from '#client/features/catalog/catalog-api.ts'

const since = '30d'
const parts = 30

export const groupsQuery = (groupBy: string, { healths, statuses, isDeletedShown }: CatalogFilter) => {
  const request: SummaryQuery = {
    groupBy: [groupBy],
    deleted: isDeletedShown,
    changes: { since, parts },
    analysis: { since },
    cost: '30d',
    ...(healths.size > 0 && { health: writeColumnFilter(healths) }),
    ...(statuses.size > 0 && { status: writeColumnFilter(statuses) }),
  }
  return queryOptions({
    queryKey: [...catalogKey, 'groups', request],
    queryFn: async ({ signal }): Promise<readonly CatalogGroup[]> =>
      call(catalogSummaryRoute, { body: request, signal }),
    placeholderData: keepPreviousData,
  })
}

const unhealthyStates = ['unhealthy', 'warning'] as const
const unhealthyShown = 200

export const unhealthyQuery = (filter: CatalogFilter) => {
  const wanted = unhealthyStates.filter((health) => passesFilter(filter.healths, health))
  const unhealthy: CatalogFilter = {
    ...filter,
    healths: new Map(wanted.map((health) => [health, 1] as const)),
    sorting: { id: 'health', desc: false },
  }
  return queryOptions({
    queryKey: [...catalogKey, 'unhealthy', wanted, [...filter.statuses], filter.isDeletedShown],
    queryFn: async ({ signal }) =>
      wanted.length === 0 ? [] : (await listItems(unhealthy, { offset: 0, limit: unhealthyShown }, signal)).rows,
    placeholderData: keepPreviousData,
  })
}
