import { useMemo } from 'react'
import { readFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import { worstFirst, type ComponentOrder } from '#shared/topology/component-order.ts'
import { changeQuery, useQueryParams, setParam, writeParam } from '#client/lib/address/query-state.ts'

export const filterKeys = ['status', 'type', 'team', 'labels', 'agent_id'] as const
export type FilterKey = (typeof filterKeys)[number]

export interface TopologyQuery {
  readonly filters: Readonly<Record<FilterKey, FilterValue>>
  readonly order: ComponentOrder
  readonly isHiddenShown: boolean
}

const keys = {
  by: 'sortBy',
  direction: 'sortOrder',
  hidden: 'showHiddenComponents',
} as const

export const isDescendingByDefault = (by: string): boolean => by !== 'name' && by !== 'type'

const orderIn = (params: URLSearchParams): ComponentOrder => {
  const by = params.get(keys.by) || worstFirst.by
  const direction = params.get(keys.direction)
  return { by, desc: direction === null ? isDescendingByDefault(by) : direction !== 'asc' }
}

export const useTopologyQuery = (): TopologyQuery => {
  const params = useQueryParams()
  return useMemo(() => {
    const filter = (key: FilterKey) => readFilter(params.get(key) ?? '')
    return {
      filters: {
        status: filter('status'),
        type: filter('type'),
        team: filter('team'),
        labels: filter('labels'),
        agent_id: filter('agent_id'),
      },
      order: orderIn(params),
      isHiddenShown: params.get(keys.hidden) === 'yes',
    }
  }, [params])
}

export const setFilter = (key: FilterKey, filter: FilterValue): void => setParam(key, writeFilter(filter))

export const clearFilters = (): void =>
  changeQuery((params) => {
    for (const key of filterKeys) params.delete(key)
  })

export const setOrder = ({ by, desc }: ComponentOrder): void =>
  changeQuery((params) => {
    writeParam(params, keys.by, by, worstFirst.by)
    writeParam(params, keys.direction, desc === isDescendingByDefault(by) ? null : desc ? 'desc' : 'asc')
  })

export const showHidden = (isShown: boolean): void => setParam(keys.hidden, isShown ? 'yes' : null)
