import { createHash } from 'node:crypto'
import { tableMarkSchema, type TableMark } from '#shared/live/table-topic.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchCounted, FetchText } from '#relay/live/sources/fetch-text.ts'

/** A change that is committed late stands behind newer ones, but not behind so many. */
const newest = 100

const markOf = (table: string, known: string): string =>
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
    return { body: markOf(table, `${total} ${body}`), observedAtMs }
  },
  rowOf: (entry) => tableMarkSchema.parse(entry),
})

/** The same for a table to which rows are only added, too large to be counted each time: its newest rows, by these columns. */
export const newestMarkSource = (
  fetchText: FetchText,
  table: string,
  columns: readonly string[],
): TopicSource<Record<string, never>, TableMark> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    const query = `select=${columns.join(',')}&order=created_at.desc,id&limit=${newest}`
    return { body: markOf(table, await fetchText(`/api/db/${table}?${query}`, signal)), observedAtMs }
  },
  rowOf: (entry) => tableMarkSchema.parse(entry),
})
