import { z } from 'zod'
import { totalOf } from '#shared/primitives/content-range.ts'
import { clients } from './clients.ts'

type Query = Readonly<Record<string, string | number | undefined>>

export interface Listed<Row> {
  readonly rows: readonly Row[]
  /** How many rows match without the limit; null when the server did not count. */
  readonly total: number | null
}

interface ListOptions<Row> {
  readonly row: z.ZodType<Row>
  /** Filters and `order`, `limit`, `offset`, `select`, in the data API's language. */
  readonly query: Query
  readonly signal?: AbortSignal | undefined
}

/** Reads rows of a table or view and asks for their exact count (ledger API-03). */
export const listRows = async <Row>(relation: string, options: ListOptions<Row>): Promise<Listed<Row>> => {
  const { row, query, signal } = options
  const { data, headers } = await clients.data(`/${relation}`, {
    query,
    schema: z.array(row),
    prefer: 'count=exact',
    signal,
  })
  return { rows: data, total: totalOf(headers.get('Content-Range')) }
}

/** Marks rows as deleted, as the console does instead of removing them (ledger API-05). `filter` must name them. */
export const softDeleteRows = async (relation: string, filter: Query): Promise<void> => {
  await clients.data(`/${relation}`, {
    method: 'PATCH',
    query: filter,
    body: { deleted_at: new Date().toISOString() },
    schema: z.unknown(),
  })
}
