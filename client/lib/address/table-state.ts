import { useCallback, useMemo } from 'react'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import { changeQuery, useQueryParams, writeParam } from './query-state.ts'

export interface Sorting {
  readonly id: string
  readonly desc: boolean
}

/** `pageIndex` is 0-based. */
export interface TableState {
  readonly pageIndex: number
  readonly pageSize: number
  readonly sorting: Sorting | null
}

const wholeNumber = (text: string | null, min: number): number | null => {
  const number = Number(text)
  return text !== null && text !== '' && Number.isInteger(number) && number >= min ? number : null
}

export const readTableState = (params: URLSearchParams, fallback: Omit<TableState, 'pageIndex'>): TableState => {
  const id = params.get('sortBy')
  return {
    pageIndex: wholeNumber(params.get('pageIndex'), 0) ?? 0,
    pageSize: wholeNumber(params.get('pageSize'), 1) ?? fallback.pageSize,
    sorting: id === null ? fallback.sorting : { id, desc: params.get('sortOrder') === 'desc' },
  }
}

export const writeTableState = (params: URLSearchParams, change: Partial<TableState>) => {
  const { pageIndex, pageSize, sorting } = change
  if (pageSize !== undefined) params.set('pageSize', String(pageSize))
  if (sorting) {
    params.set('sortBy', sorting.id)
    params.set('sortOrder', sorting.desc ? 'desc' : 'asc')
  } else if (sorting === null) {
    params.delete('sortBy')
    params.delete('sortOrder')
  }
  writeParam(params, 'pageIndex', String(pageIndex ?? 0), '0')
}

export const useTableState = (
  sorting: Sorting | null = null,
  usualPageSize?: number,
): [TableState, (change: Partial<TableState>) => void] => {
  const params = useQueryParams()
  const preferred = usePreferences((preferences) => preferences.pageSize)
  const pageSize = usualPageSize ?? preferred
  const state = useMemo(() => readTableState(params, { pageSize, sorting }), [params, pageSize, sorting])
  const change = useCallback((next: Partial<TableState>) => changeQuery((query) => writeTableState(query, next)), [])
  return [state, change]
}
