import { setParam } from '#client/lib/address/query-state.ts'

export type ViewState = Readonly<Record<string, string>>

export const currentQuery = (state: ViewState = {}): string =>
  new URLSearchParams({ ...state, ...Object.fromEntries(new URLSearchParams(location.search)) }).toString()

export const currentAddress = (state: ViewState): string => {
  const query = currentQuery(state)
  return `${location.origin}${location.pathname}${query === '' ? '' : `?${query}`}`
}

export const viewHref = ({ page, query }: { readonly page: string; readonly query: string }): string =>
  query === '' ? page : `${page}?${query}`

export const changeNamed = (key: string, value: string): boolean => {
  if (!new URLSearchParams(location.search).has(key)) return false
  setParam(key, value)
  return true
}
