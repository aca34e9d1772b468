import { useMemo } from 'react'
import {
  readFilter,
  withFilterState,
  writeFilter,
  type FilterState,
  type FilterValue,
} from '#shared/filters/filter-value.ts'
import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'

/** Fields stand in the address as `field.level=error:1,debug:-1`. */
const fieldPrefix = 'field.'

export type FieldFilters = ReadonlyMap<string, FilterValue>

const readFields = (params: URLSearchParams): FieldFilters =>
  new Map(
    [...params]
      .filter(([name]) => name.startsWith(fieldPrefix))
      .map(([name, text]) => [name.slice(fieldPrefix.length), readFilter(text)]),
  )

/** Which fields a log is narrowed by, as the address says. */
export const useFieldFilters = (): FieldFilters => {
  const params = useQueryParams()
  return useMemo(() => readFields(params), [params])
}

/** Includes a value of a field, excludes it, or lets it be. */
export const setFieldFilter = (name: string, value: string, state: FilterState) =>
  changeQuery((params) => {
    const key = `${fieldPrefix}${name}`
    const filter = withFilterState(readFilter(params.get(key) ?? ''), value, state)
    if (filter.size === 0) params.delete(key)
    else params.set(key, writeFilter(filter))
  })

/** Takes the text and all fields away. */
export const clearFilters = (params: URLSearchParams) => {
  params.delete('search')
  const names = [...params.keys()].filter((name) => name.startsWith(fieldPrefix))
  for (const name of names) params.delete(name)
}

/** Shows a field as a column of its own, or takes the column away. */
export const toggleColumn = (name: string) =>
  changeQuery((params) => {
    const columns = readColumns(params)
    const next = columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name]
    if (next.length === 0) params.delete('columns')
    else params.set('columns', next.map(encodeURIComponent).join(','))
  })

const columnsMax = 4

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const readColumns = (params: URLSearchParams): readonly string[] =>
  (params.get('columns') ?? '').split(',').filter(Boolean).slice(0, columnsMax).map(decoded)

/** The fields that have columns of their own. */
export const useColumns = (): readonly string[] => {
  const params = useQueryParams()
  return useMemo(() => readColumns(params), [params])
}

const valuesWith = (fields: FieldFilters, state: FilterState) =>
  Object.fromEntries(
    [...fields].flatMap(([name, filter]) => {
      const values = [...filter].flatMap(([value, each]) => (each === state ? [value] : []))
      return values.length === 0 ? [] : [[name, values]]
    }),
  )

/** The filters as the routes of logs take them. */
export const toFieldParams = (fields: FieldFilters) => ({
  include: valuesWith(fields, 1),
  exclude: valuesWith(fields, -1),
})
