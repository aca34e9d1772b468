import { useMemo } from 'react'
import { readFilter, writeFilter, type FilterValue } from '#shared/filters/filter-value.ts'
import {
  changeQuery,
  clearQuery,
  useQueryParams,
  setListParam,
  setParam,
  writeParam,
} from '#client/lib/address/query-state.ts'
import { sidebarMinWidth } from '#client/lib/browser/layout.ts'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { useWindowWidth } from '#client/lib/browser/use-window-width.ts'
import { deepest, type RelatedFilter, type Relation } from './related-api.ts'

export const views = [
  { value: 'graph', label: 'Graph' },
  { value: 'tree', label: 'Tree' },
  { value: 'table', label: 'Table' },
] as const
export type View = (typeof views)[number]['value']

export const directions = [
  { value: 'all', label: 'Both' },
  { value: 'incoming', label: 'Incoming' },
  { value: 'outgoing', label: 'Outgoing' },
] as const

const depths = ['1', '2', '3', '5', String(deepest)] as const
export const depthOptions = depths.map((value) => ({ value, label: value === '1' ? '1 level' : `${value} levels` }))

const filterKeys = { types: 'type', healths: 'health', statuses: 'status', tags: 'tags' } as const

const among = <V extends string>(options: readonly { readonly value: V }[], text: string | null, fallback: V): V =>
  options.find(({ value }) => value === text)?.value ?? fallback

export const useRelatedView = () => {
  const params = useQueryParams()
  const isDeletedShown = usePreferences((preferences) => preferences.showDeletedConfigs)
  const isNarrow = useWindowWidth() < sidebarMinWidth
  return useMemo(() => {
    const readFilterParam = (key: string) => readFilter(params.get(key) ?? '')
    const opened = new Map<string, number>()
    for (const id of params.getAll('open')) opened.set(id, (opened.get(id) ?? 0) + 1)
    const depth = among(depthOptions, params.get('depth'), '10')
    const relation: Relation = {
      direction: among(directions, params.get('direction'), 'all'),
      isSoftShown: params.get('soft') !== 'false',
      isDeletedShown,
      depth: Number(depth),
    }
    const filter: RelatedFilter = {
      types: readFilterParam(filterKeys.types),
      healths: readFilterParam(filterKeys.healths),
      statuses: readFilterParam(filterKeys.statuses),
      tags: readFilterParam(filterKeys.tags),
    }
    const view = among(views, params.get('view'), isNarrow ? 'tree' : 'graph')
    return { view, relation, depth, filter, opened, selectedId: params.get('card') }
  }, [params, isDeletedShown, isNarrow])
}

export const changeRelation = (key: 'direction' | 'soft' | 'depth', value: string) =>
  changeQuery((params) => {
    writeParam(params, key, value)
    for (const stale of ['pageIndex', 'open', 'card']) params.delete(stale)
  })

export const changeView = (view: View) => setParam('view', view)

export const changeFilter = (key: keyof RelatedFilter, filter: FilterValue) =>
  setListParam(filterKeys[key], writeFilter(filter))

export const clearFilters = () => clearQuery(Object.values(filterKeys))

export const openGroup = (id: string) => changeQuery((params) => params.append('open', id))
export const closeGroups = () => setParam('open', null)
export const showCard = (id: string | null) => setParam('card', id)
