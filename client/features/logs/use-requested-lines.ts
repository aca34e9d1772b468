import { listValues } from '#shared/filters/filter-value.ts'
import { decodeUri } from '#shared/primitives/decode-uri.ts'
import { useMemo } from 'react'
import {
  readFilter,
  withFilterState,
  writeFilter,
  type FilterState,
  type FilterValue,
} from '#shared/filters/filter-value.ts'
import { changeQuery, useQueryParams, writeParam } from '#client/lib/address/query-state.ts'

const fieldPrefix = 'field.'

export type FieldFilters = ReadonlyMap<string, FilterValue>

const readFields = (params: URLSearchParams): FieldFilters =>
  new Map(
    [...params]
      .filter(([name]) => name.startsWith(fieldPrefix))
      .map(([name, text]) => [name.slice(fieldPrefix.length), readFilter(text)]),
  )

export const useFieldFilters = (): FieldFilters => {
  const params = useQueryParams()
  return useMemo(() => readFields(params), [params])
}

export const setFieldFilter = (name: string, value: string, state: FilterState) =>
  changeQuery((params) => {
    const key = `${fieldPrefix}${name}`
    writeParam(params, key, writeFilter(withFilterState(readFilter(params.get(key) ?? ''), value, state)))
  })

export const clearFilters = (params: URLSearchParams) => {
  params.delete('search')
  const names = [...params.keys()].filter((name) => name.startsWith(fieldPrefix))
  for (const name of names) params.delete(name)
}

export const toggleColumn = (name: string) =>
  changeQuery((params) => {
    const columns = readColumns(params)
    const next = columns.includes(name) ? columns.filter((each) => each !== name) : [...columns, name]
    writeParam(params, 'columns', next.map(encodeURIComponent).join(','))
  })

const columnsMax = 4

const readColumns = (params: URLSearchParams): readonly string[] =>
  (params.get('columns') ?? '')
    .split(',')
    .filter(Boolean)
    .slice(0, columnsMax)
    .map((name) => decodeUri(name) ?? name)

export const useColumns = (): readonly string[] => {
  const params = useQueryParams()
  return useMemo(() => readColumns(params), [params])
}

const valuesWith = (fields: FieldFilters, state: 1 | -1) =>
  Object.fromEntries(
    [...fields].flatMap(([name, filter]) => {
      const values = listValues(filter, state)
      return values.length === 0 ? [] : [[name, values]]
    }),
  )

export const toFieldParams = (fields: FieldFilters) => ({
  include: valuesWith(fields, 1),
  exclude: valuesWith(fields, -1),
})
