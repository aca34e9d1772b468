import { createHash } from 'node:crypto'
import { tableMarkSchema, type TableMark } from '#shared/live/table-topic.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchCounted } from '#relay/live/sources/fetch-text.ts'

/** A change that is committed late stands behind newer ones, but not behind so many. */
const newest = 100

/** How many rows a table has, and which of them changed last, as one text that gives neither away. */
export const tableMarkSource = (
  fetchCounted: FetchCounted,
  table: string,
): TopicSource<Record<string, never>, TableMark> => ({
  load: async (_params, signal) => {
    const observedAtMs = Date.now()
    const query = `select=id,updated_at&deleted_at=is.null&order=updated_at.desc.nullslast,id&limit=${newest}`
    const { body, total } = await fetchCounted(`/api/db/${table}?${query}`, signal)
    const mark = createHash('sha256').update(`${total} ${body}`).digest('base64url')
    return { body: JSON.stringify([{ table, mark }]), observedAtMs }
  },
  rowOf: (entry) => tableMarkSchema.parse(entry),
})
