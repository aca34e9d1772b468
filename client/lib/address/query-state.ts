import { useCallback, useMemo } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'

/**
 * Changes the query of the address in place. It starts from the address as it is now, so that two changes in one moment
 * both count. An empty query leaves no question mark behind.
 */
export const changeQuery = (change: (params: URLSearchParams) => void, { push = false } = {}) => {
  const params = new URLSearchParams(window.location.search)
  change(params)
  const query = params.toString()
  if (`?${query}` === window.location.search || (query === '' && window.location.search === '')) return
  navigate(`${window.location.pathname}${query === '' ? '' : `?${query}`}${window.location.hash}`, { replace: !push })
}

/** Takes parameters out of the address, and leads a list that they narrow back to its first page. */
export const clearQuery = (keys: readonly string[]) =>
  changeQuery((params) => {
    for (const key of [...keys, 'pageIndex']) params.delete(key)
  })

/**
 * The query of the address, parsed; the same object until it changes. Read as it stands in the address bar: the router's
 * own reader decodes it first, and what is encoded twice on purpose would come out wrong.
 */
export const useQueryParams = (): URLSearchParams => {
  const search = useSearch()
  return useMemo(() => new URLSearchParams(search), [search])
}

/** One parameter of the address. Writing `fallback` (or nothing) removes it, so that a plain view has a plain address. */
export const useQueryState = (key: string, fallback = ''): [string, (value: string) => void] => {
  const value = useQueryParams().get(key) ?? fallback
  const write = useCallback(
    (next: string) => {
      changeQuery((params) => {
        if (next === '' || next === fallback) params.delete(key)
        else params.set(key, next)
      })
    },
    [key, fallback],
  )
  return [value, write]
}
