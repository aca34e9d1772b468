import { z } from 'zod'
import { readRows } from '#shared/primitives/read-rows.ts'
import { parseTotal } from '#shared/primitives/content-range.ts'
import { formatIssues } from '#shared/primitives/issue-text.ts'
import { warn } from '#client/lib/browser/log.ts'
import { clients } from './clients.ts'

type Query = Readonly<Record<string, string | number | undefined>>

export interface Listed<Row> {
  readonly rows: readonly Row[]
  readonly total: number | null
}

export interface ListOptions<Row> {
  readonly row: z.ZodType<Row>
  readonly query: Query
  readonly signal?: AbortSignal | undefined
}

const unreadRelations = new Set<string>()
const warnOnce = (relation: string, error: z.ZodError) => {
  if (unreadRelations.has(relation)) return
  unreadRelations.add(relation)
  warn(`${relation}: unreadable rows skipped: ${formatIssues(error)}`)
}

const rowsSchema = <Row>(relation: string, row: z.ZodType<Row>): z.ZodType<Row[]> =>
  z.unknown().transform((value, context) => {
    try {
      return readRows(row, value, (error) => warnOnce(relation, error))
    } catch (error) {
      const issues = error instanceof z.ZodError ? error.issues : []
      for (const { path, message } of issues) context.addIssue({ code: 'custom', path: [...path], message })
      return z.NEVER
    }
  })

export const listRows = async <Row>(relation: string, options: ListOptions<Row>): Promise<Listed<Row>> => {
  const { row, query, signal } = options
  const { data, headers } = await clients.data(`/${relation}`, {
    query,
    schema: rowsSchema(relation, row),
    prefer: 'count=exact',
    signal,
  })
  return { rows: data, total: parseTotal(headers.get('Content-Range')) }
}

export const findRow = async <Row>(relation: string, options: ListOptions<Row>): Promise<Row | null> =>
  (await listRows(relation, options)).rows[0] ?? null

export const insertRows = async (relation: string, body: object): Promise<void> => {
  await clients.data(`/${relation}`, { method: 'POST', body, schema: z.unknown() })
}

/** `filter` must name the rows. */
export const updateRows = async (relation: string, filter: Query, body: object): Promise<void> => {
  await clients.data(`/${relation}`, { method: 'PATCH', query: filter, body, schema: z.unknown() })
}

/** `filter` must name the rows. */
export const deleteRows = async (relation: string, filter: Query): Promise<void> => {
  await clients.data(`/${relation}`, { method: 'DELETE', query: filter, schema: z.unknown() })
}

/** Marks rows as deleted instead of removing them; `filter` must name them. */
export const softDeleteRows = (relation: string, filter: Query): Promise<void> =>
  updateRows(relation, filter, { deleted_at: new Date().toISOString() })
