import { createHash } from 'node:crypto'
import { tableMarkSchema, type TableMark } from '#shared/live/table-topic.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchCounted, FetchText } from '#relay/live/sources/fetch-text.ts'

/** A change that is committed late stands behind newer ones, but not behind so many. */
const newest = 100

const hashMark = (table: string, known: string): string =>
  JSON.stringify([{ table, mark: createHash('sha256').update(known).digest('base64url') }])

/** How many rows a table has, and which of them changed last, as one text that gives neither away. */
export const tableMarkSource = (
  fetchCounted: FetchCounted,
  table: string,
): TopicSource<Record<string, never>, TableMark> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    const query = `select=id,updated_at&deleted_at=is.null&order=updated_at.desc.nullslast,id&limit=${newest}`
    const { body, total } = await fetchCounted(`/api/db/${table}?${query}`, signal)
    return { body: hashMark(table, `${total} ${body}`), observedAtMs }
  },
  parseRow: (entry) => tableMarkSchema.parse(entry),
})

/** Questions to the data API, as relation and query. */
export interface MarkQueries {
  /** Any other answer of these is another mark. */
  readonly queries: readonly string[]
  /** So is another number of rows that match this. */
  readonly counted?: string
}

/** The same for a table that is not counted whole, or whose rows do not say when they changed. */
export const queryMarkSource = (
  { fetchText, fetchCounted }: { readonly fetchText: FetchText; readonly fetchCounted: FetchCounted },
  table: string,
  { queries, counted }: MarkQueries,
): TopicSource<Record<string, never>, TableMark> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    const [matching, ...bodies] = await Promise.all([
      counted === undefined ? null : fetchCounted(`/api/db/${counted}&limit=1`, signal),
      ...queries.map((query) => fetchText(`/api/db/${query}&limit=${newest}`, signal)),
    ])
    return { body: hashMark(table, `${matching?.total} ${bodies.join(' ')}`), observedAtMs }
  },
  parseRow: (entry) => tableMarkSchema.parse(entry),
})
