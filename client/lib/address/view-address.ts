import { changeQuery } from './query-state.ts'

/** What the page shows beyond its address: parameters that stand for what this browser remembers. */
export type ViewState = Readonly<Record<string, string>>

/** The query of an address that shows everybody what this page shows now; what the address says itself counts. */
export const currentQuery = (state: ViewState = {}): string =>
  new URLSearchParams({ ...state, ...Object.fromEntries(new URLSearchParams(location.search)) }).toString()

/** The whole address of what this page shows now. */
export const currentAddress = (state: ViewState = {}): string => {
  const query = currentQuery(state)
  return `${location.origin}${location.pathname}${query === '' ? '' : `?${query}`}`
}

/** A page with a query, as a link of this console. */
export const viewHref = ({ page, query }: { readonly page: string; readonly query: string }): string =>
  query === '' ? page : `${page}?${query}`

/** Changes a parameter that the address names; false where it does not, and this browser remembers it instead. */
export const changeNamed = (key: string, value: string): boolean => {
  if (!new URLSearchParams(location.search).has(key)) return false
  changeQuery((params) => params.set(key, value))
  return true
}
