import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { grantSchema } from '#shared/access/grant.ts'
import { connectionRowSchema, type ConnectionWrite } from '#shared/connections/connection-row.ts'
import {
  connectionTestsRoute,
  connectionUsersRoute,
  sendTestMessageRoute,
  testChangedRoute,
  testConnectionRoute,
  testDestinationRoute,
  testEnteredRoute,
  type ConnectionTest,
} from '#shared/connections/connection-test.ts'
import { describeReached } from '#shared/connections/describe-reached.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { listDistinct } from '#client/lib/text/list-distinct.ts'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import { listRows, softDeleteRows, type Listed, insertRows, updateRows } from '#client/api/data-api.ts'
import { parseResponse } from '#client/api/request.ts'
import { searchQuery } from '#client/api/list-query.ts'
import { isBackendEmbedded } from '#client/domain/identity/user-accounts.ts'
import type { TableState } from '#client/lib/address/table-state.ts'
import type { Range } from '#client/ui/table/list-pages.ts'
import { clearEmptySecrets, listMaskedSecrets, readStoredSecrets, type StoredSecret } from './stored-secrets.ts'

export const connectionsKey = ['connections'] as const

const time = z.string().nullish()
const listedSchema = z.object({
  id: z.string(),
  name: z.string(),
  namespace: z.string().nullish(),
  type: z.string(),
  url: z.string().nullish(),
  source: z.string().nullish(),
  created_at: time,
  updated_at: time,
  created_by: z.object({ id: z.string(), name: z.string().nullish() }).nullish(),
})

export type ListedConnection = z.infer<typeof listedSchema> & { readonly secret: StoredSecret | null }

export interface ConnectionFilter extends Pick<TableState, 'sorting'> {
  readonly search: string
  readonly type: string
  readonly namespace: string
}

const sortColumns: Readonly<Record<string, string>> = {
  name: 'name',
  namespace: 'namespace',
  type: 'type',
  created: 'created_at',
  updated: 'updated_at',
}
export const connectionsPageSize = 100
export const newestFirst = { id: 'created', desc: true } as const

const buildOrder = (sorting: TableState['sorting']): string => {
  const column = sorting === null ? undefined : sortColumns[sorting.id]
  return column === undefined ? 'created_at.desc,id.asc' : `${column}.${sorting?.desc ? 'desc' : 'asc'},id.asc`
}
/** Secrets are not selected. */
export const connectionsQuery = ({ search, type, namespace, sorting }: ConnectionFilter) => ({
  select: 'id,name,namespace,type,url,source,created_at,updated_at,created_by(id,name)',
  deleted_at: 'is.null',
  order: buildOrder(sorting),
  ...(type !== '' && { type: `eq.${type}` }),
  ...(namespace !== '' && { namespace: `eq.${namespace}` }),
  ...searchQuery(search, ['name', 'namespace', 'type']),
})

export const listConnections = async (
  filter: ConnectionFilter,
  page: Range,
  signal: AbortSignal,
): Promise<Listed<ListedConnection>> => {
  const query = { ...connectionsQuery(filter), ...page }
  const { deleted_at: _, ...detailsQuery } = query
  const [{ rows, total }, details] = await Promise.all([
    listRows('connections', { row: listedSchema, query, signal }),
    listMaskedSecrets(detailsQuery, signal),
  ])
  const ids = rows.map(({ id }) => id)
  const secrets = await readStoredSecrets(details, ids, signal)
  return { rows: rows.map((row) => Object.assign({}, row, { secret: secrets.get(row.id) ?? null })), total }
}

const usedSchema = z.object({ type: z.string(), namespace: z.string().nullish() })

export const connectionFacetsQuery = queryOptions({
  queryKey: [...connectionsKey, 'facets'],
  queryFn: async ({ signal }) => {
    const { rows } = await listRows('connections_list', {
      row: usedSchema,
      query: { select: 'type,namespace', limit: 5_000 },
      signal,
    })
    return {
      types: listDistinct(rows.map(({ type }) => type)),
      namespaces: listDistinct(rows.map(({ namespace }) => namespace ?? 'default')),
    }
  },
  staleTime: 30_000,
  meta: { failsAloud: true },
})

/** Secrets are `***` or a reference. Only the table contains the address. */
export const connectionQuery = (id: string) =>
  queryOptions({
    queryKey: [...connectionsKey, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { id: `eq.${id}`, limit: 1 }
      const [{ rows: tables }, { rows: details }] = await Promise.all([
        listRows('connections', {
          row: z.object({ id: z.string(), url: z.string().nullish() }),
          query: { ...query, select: 'id,url', deleted_at: 'is.null' },
          signal,
        }),
        listRows('connection_details', { row: z.looseObject({ id: z.string() }), query, signal }),
      ])
      const [table] = tables
      const [detail] = details
      if (table === undefined || detail === undefined) return null
      return clearEmptySecrets(
        parseResponse(connectionRowSchema, { ...detail, ...table }, '/connection_details'),
        signal,
      )
    },
  })

export const connectionTestsQuery = queryOptions({
  queryKey: [...connectionsKey, 'tests'],
  queryFn: async ({ signal }): Promise<ReadonlyMap<string, ConnectionTest>> => {
    const tests = isBackendEmbedded() ? await call(connectionTestsRoute, { signal }) : []
    return new Map(tests.map((test) => [test.connection_id, test]))
  },
})

export const connectionUsersQuery = (id: string) =>
  queryOptions({
    queryKey: [...connectionsKey, 'users', id],
    queryFn: ({ signal }) => (isBackendEmbedded() ? call(connectionUsersRoute, { params: { id }, signal }) : null),
  })

export const connectionGrantsQuery = (id: string) =>
  queryOptions({
    queryKey: [...connectionsKey, 'grants', id],
    queryFn: async ({ signal }) =>
      (
        await listRows('permissions', {
          row: grantSchema,
          query: {
            select: '*',
            connection_id: `eq.${id}`,
            deleted_at: 'is.null',
            order: 'created_at.desc',
            limit: 100,
          },
          signal,
        })
      ).rows,
  })

export const addConnection = (
  body: ConnectionWrite & { readonly source: string; readonly created_by: string | undefined },
): Promise<void> => insertRows('connections', body)

export const changeConnection = (id: string, body: Partial<ConnectionWrite>): Promise<void> =>
  updateRows('connections', { id: `eq.${id}` }, body)

export const deleteConnection = (id: string): Promise<void> => softDeleteRows('connections', { id: `eq.${id}` })

export const testDestinationQuery = (id: string) =>
  queryOptions({
    queryKey: [...connectionsKey, 'destination', id],
    queryFn: ({ signal }) => call(testDestinationRoute, { params: { id }, signal }),
  })

const testWithinMs = 30_000

type Outcome = { readonly error: string | null; readonly reached: string } | 'none'

const toOutcome = async (test: Promise<{ readonly message: string; readonly payload?: unknown }>): Promise<Outcome> => {
  try {
    return { error: null, reached: describeReached((await test).payload) }
  } catch (failure) {
    if (failure instanceof ApiError && failure.status === 501) return 'none'
    return { error: toErrorMessage(failure), reached: '' }
  }
}

/** The error is null on success and `none` when the type has no test. */
export const runTest = (id: string): Promise<Outcome> =>
  toOutcome(call(testConnectionRoute, { params: { id }, timeoutMs: testWithinMs }))

/** The result lasts as long as the dialog: nothing is stored. */
export const runEnteredTest = async (body: ConnectionWrite): Promise<ConnectionTest> => ({
  connection_id: '',
  ...(await call(testEnteredRoute, { body, timeoutMs: testWithinMs })),
})

export const runChangedTest = async (id: string, body: Partial<ConnectionWrite>): Promise<ConnectionTest> => ({
  connection_id: id,
  ...(await call(testChangedRoute, { params: { id }, body, timeoutMs: testWithinMs })),
})

export const sendTestMessage = (id: string, recipient: string): Promise<Outcome> =>
  toOutcome(
    call(sendTestMessageRoute, {
      params: { id },
      body: recipient === '' ? {} : { recipient },
      timeoutMs: testWithinMs,
    }),
  )
