import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { auditedKinds, auditEntrySchema } from '#shared/audit/audit-entry.ts'
import { listValues, type FilterValue } from '#shared/filters/filter-value.ts'
import type { Span } from '#shared/time-range/mapped-ranges.ts'
import { listRows, findRow } from '#client/api/data-api.ts'
import { quoteValue, quoteList, searchConditions } from '#client/api/list-query.ts'
import type { Sorting } from '#client/lib/address/table-state.ts'
import type { Range } from '#client/ui/table/list-pages.ts'

export interface AuditFilter {
  readonly search: string
  readonly people: FilterValue
  readonly actions: FilterValue
  readonly kinds: FilterValue
  readonly about: string
  readonly sorting: Sorting | null
}

const consoleActor = 'The console'
export const newestFirst: Sorting = { id: 'at', desc: true }

const sortColumns: Readonly<Record<string, string>> = {
  person: 'person_name',
  action: 'action',
  kind: 'table_name',
  thing: 'row_name',
  origin: 'origin',
  at: 'at',
}
const tablesByKind = new Map(Object.entries(auditedKinds).map(([table, kind]) => [kind, table]))

/** An entry without a value counts as `none`. */
const buildConditions = (column: string, filter: FilterValue, none?: string): readonly string[] => {
  const [included, excluded] = [listValues(filter, 1), listValues(filter, -1)]
  const named = (values: readonly string[]) => values.filter((value) => value !== none)
  const has = (values: readonly string[]) => none !== undefined && values.includes(none)
  const wanted = [
    ...(named(included).length > 0 ? [`${column}.in.${quoteList(named(included))}`] : []),
    ...(has(included) ? [`${column}.is.null`] : []),
  ]
  return [
    ...(wanted.length > 0 ? [`or(${wanted.join(',')})`] : []),
    ...(named(excluded).length > 0
      ? [`or(${column}.not.in.${quoteList(named(excluded))}${none === undefined ? '' : `,${column}.is.null`})`]
      : []),
    ...(has(excluded) ? [`${column}.not.is.null`] : []),
  ]
}

const toTableFilter = (kinds: FilterValue): FilterValue =>
  new Map([...kinds].map(([kind, state]) => [tablesByKind.get(kind) ?? kind, state]))

const resourceConditions = (about: string): readonly string[] => {
  const [table = '', ...id] = about.split('/')
  return about === '' ? [] : [`table_name.eq.${quoteValue(table)}`, `row_id.eq.${quoteValue(id.join('/'))}`]
}

export const auditQuery = ({ search, people, actions, kinds, about, sorting }: AuditFilter, { from, to }: Span) => {
  const column = sortColumns[sorting?.id ?? ''] ?? 'at'
  const isDescending = sorting === null || sortColumns[sorting.id] === undefined || sorting.desc
  const searched = searchConditions(search, ['row_name', 'row_id', 'person_name', 'origin'])
  const conditions = [
    `at.gte.${quoteValue(from.toISOString())}`,
    `at.lte.${quoteValue(to.toISOString())}`,
    ...buildConditions('person_name', people, consoleActor),
    ...buildConditions('action', actions),
    ...buildConditions('table_name', toTableFilter(kinds)),
    ...(searched.length === 0 ? [] : [`or(${searched.join(',')})`]),
    ...resourceConditions(about),
  ]
  return {
    select: '*',
    order: `${column}.${isDescending ? 'desc' : 'asc'}.nullslast${column === 'at' ? '' : ',at.desc'},id.desc`,
    and: `(${conditions.join(',')})`,
  }
}

export const auditKey = ['audit'] as const

export const listEntries = (filter: AuditFilter, span: Span, page: Range, signal: AbortSignal) =>
  listRows('audit_log', { row: auditEntrySchema, query: { ...auditQuery(filter, span), ...page }, signal })

/** The key holds the unresolved range: a relative one is resolved on every request. */
export const entriesKey = ({ people, actions, kinds, ...filter }: AuditFilter, range: unknown) => [
  ...auditKey,
  'list',
  filter,
  range,
  [...people],
  [...actions],
  [...kinds],
]

export const entryQuery = (id: string) =>
  queryOptions({
    queryKey: [...auditKey, 'one', id],
    queryFn: async ({ signal }) =>
      await findRow('audit_log', { row: auditEntrySchema, query: { id: `eq.${id}`, select: '*' }, signal }),
    staleTime: Infinity,
  })

export const actorsQuery = queryOptions({
  queryKey: [...auditKey, 'people'],
  queryFn: async ({ signal }) => {
    const query = { select: 'name', name: 'not.is.null', order: 'name.asc', limit: 1_000 }
    const { rows } = await listRows('people', { row: z.object({ name: z.string() }), query, signal })
    return [...new Set(rows.map(({ name }) => name)), consoleActor]
  },
  staleTime: 60_000,
})
