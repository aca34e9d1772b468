import { useMemo } from 'react'
import { readFilter } from '#shared/filters/filter-value.ts'
import { clearQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { changeNamed } from '#client/lib/address/view-address.ts'
import { setPreferences, usePreferences } from '#client/lib/browser/preferences.ts'
import type { CatalogFilter } from './catalog-api.ts'

const filterKeys = ['type', 'health', 'status', 'tags', 'labels'] as const
/** A link overrides this browser's preference. */
const deletedKey = 'showDeletedConfigs'

export const useCatalogFilter = (): CatalogFilter => {
  const params = useQueryParams()
  const [{ sorting }] = useTableState()
  const remembered = usePreferences((preferences) => preferences.showDeletedConfigs)
  const named = params.get(deletedKey)
  const isDeletedShown = named === null ? remembered : named === 'true'
  return useMemo(
    () => ({
      search: params.get('search') ?? '',
      types: readFilter(params.get('type') ?? ''),
      healths: readFilter(params.get('health') ?? ''),
      statuses: readFilter(params.get('status') ?? ''),
      tags: readFilter(params.get('tags') ?? ''),
      labels: readFilter(params.get('labels') ?? ''),
      isDeletedShown,
      sorting,
    }),
    [params, sorting, isDeletedShown],
  )
}

export const clearCatalogFilters = () => clearQuery([...filterKeys, 'search'])

export const showDeleted = (showDeletedConfigs: boolean) => {
  if (!changeNamed(deletedKey, String(showDeletedConfigs))) setPreferences({ showDeletedConfigs })
}

export const toViewState = ({ isDeletedShown }: CatalogFilter) => ({ [deletedKey]: String(isDeletedShown) })

export const isSearching = ({ search, types, tags, labels }: CatalogFilter) =>
  search !== '' || types.size + tags.size + labels.size > 0
export const isNarrowed = (filter: CatalogFilter) =>
  isSearching(filter) || filter.healths.size + filter.statuses.size > 0
