import { createHash } from 'node:crypto'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchCounted, FetchText } from '#relay/live/sources/fetch-text.ts'

/** Covers changes that are committed late and so are not the newest. */
const newest = 100

const hashMark = (table: string, known: string): string =>
  JSON.stringify([{ table, mark: createHash('sha256').update(known).digest('base64url') }])

/** A hash, so that neither the count nor the ids are visible. */
export const tableMarkSource = (fetchCounted: FetchCounted, table: string): TopicSource<Record<string, never>> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    const query = `select=id,updated_at&deleted_at=is.null&order=updated_at.desc.nullslast,id&limit=${newest}`
    const { body, total } = await fetchCounted(`/api/db/${table}?${query}`, signal)
    return { body: hashMark(table, `${total} ${body}`), observedAtMs }
  },
})

export interface MarkQueries {
  /** Each reads the newest 100 rows, unless it has a limit. */
  readonly queries: readonly string[]
  readonly counted?: string
}

/** Changes when rows begin or cease to match `filter`. */
export const rowsMark = (relation: string, filter: Readonly<Record<string, string>>): MarkQueries => {
  const matching = `${relation}?select=id&${new URLSearchParams(filter).toString()}`
  return { queries: [`${matching}&order=id`], counted: matching }
}

/** Of a table whose rows have jobs. */
export const jobMark = (table: string, counts = ''): MarkQueries => ({
  queries: [
    `${table}?select=id,updated_at&deleted_at=is.null&order=updated_at.desc.nullslast,id`,
    `${table}_with_status?select=id,job_status,job_time_start${counts}&deleted_at=is.null&order=job_time_start.desc.nullslast,id`,
  ],
  counted: `${table}?select=id&deleted_at=is.null`,
})

const withLimit = (query: string) => (query.includes('&limit=') ? query : `${query}&limit=${newest}`)

export const queryMarkSource = (
  { fetchText, fetchCounted }: { readonly fetchText: FetchText; readonly fetchCounted: FetchCounted },
  table: string,
  { queries, counted }: MarkQueries,
): TopicSource<Record<string, never>> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    const [matching, ...bodies] = await Promise.all([
      counted === undefined ? null : fetchCounted(`/api/db/${counted}&limit=1`, signal),
      ...queries.map((query) => fetchText(`/api/db/${withLimit(query)}`, signal)),
    ])
    return { body: hashMark(table, `${matching?.total} ${bodies.join(' ')}`), observedAtMs }
  },
})
