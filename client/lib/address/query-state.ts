import { useCallback, useMemo } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'

/** Reads the current address first, so that two changes in one tick both apply. */
export const changeQuery = (change: (params: URLSearchParams) => void, { push = false } = {}) => {
  const params = new URLSearchParams(window.location.search)
  change(params)
  const query = params.toString()
  if (`?${query}` === window.location.search || (query === '' && window.location.search === '')) return
  navigate(`${window.location.pathname}${query === '' ? '' : `?${query}`}${window.location.hash}`, { replace: !push })
}

/** Null and the usual value are left out of the address. */
export const writeParam = (params: URLSearchParams, key: string, value: string | null, usual = '') => {
  if (value === null || value === usual) params.delete(key)
  else params.set(key, value)
}

export const setParam = (key: string, value: string | null, usual?: string) =>
  changeQuery((params) => writeParam(params, key, value, usual))

/** Also returns to the first page. */
export const setListParam = (key: string, value: string | null, usual?: string) =>
  changeQuery((params) => {
    params.delete('pageIndex')
    writeParam(params, key, value, usual)
  })

export const clearQuery = (keys: readonly string[]) =>
  changeQuery((params) => {
    for (const key of [...keys, 'pageIndex']) params.delete(key)
  })

/** Stable until the query changes. Reads the raw search string: the router's reader decodes once too often. */
export const useQueryParams = (): URLSearchParams => {
  const search = useSearch()
  return useMemo(() => new URLSearchParams(search), [search])
}

export const useQueryState = (key: string, fallback = ''): [string, (value: string) => void] => {
  const value = useQueryParams().get(key) ?? fallback
  const write = useCallback((next: string) => setParam(key, next === fallback ? null : next), [key, fallback])
  return [value, write]
}
