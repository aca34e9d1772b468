import type { MarkQueries } from '#relay/live/sources/table-mark.ts'

const newest = (table: string, column: 'updated_at' | 'deleted_at') =>
  `${table}?select=id,${column}${column === 'deleted_at' ? '&deleted_at=not.is.null' : ''}&order=${column}.desc,id`

/** Soft deletion keeps the `updated_at` of a responder. */
export const incidentMark: MarkQueries = {
  queries: [
    newest('incidents', 'updated_at'),
    newest('hypotheses', 'updated_at'),
    newest('evidences', 'updated_at'),
    newest('comments', 'updated_at'),
    newest('responders', 'updated_at'),
    newest('responders', 'deleted_at'),
  ],
}
