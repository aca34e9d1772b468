import { z } from 'zod'
import { ApiError } from './api-error.ts'
import { clients } from './clients.ts'
import { listRows } from './data-api.ts'

interface Reference {
  readonly table: string
  readonly column: string
}

interface Rows extends Reference {
  readonly values: readonly string[]
}

const idSchema = z.object({ id: z.string() })

/** One request per level of references, and a table may refer to another in several columns. */
const attemptsMax = 12

const quote = (value: string) => `"${value}"`
const toQuery = ({ column, values }: Rows) => ({ [column]: `in.(${values.map(quote).join(',')})` })

const referencePattern = /violates foreign key constraint "(\w+)" on table "(\w+)"/

/** The constraints of the backend are named `<table>_<column>_fkey`. */
const findReference = (error: ApiError): Reference | null => {
  const [, constraint = '', table = ''] = error.code === '23503' ? (referencePattern.exec(error.message) ?? []) : []
  const column = constraint.startsWith(`${table}_`) ? constraint.slice(table.length + 1).replace(/_fkey$/, '') : ''
  return table === '' || column === '' ? null : { table, column }
}

const stillUsed = ({ kind, where, status, code, message }: ApiError, { table, column }: Reference): ApiError =>
  new ApiError({
    kind,
    where,
    status,
    code,
    message: `Not deleted: ${table.replaceAll('_', ' ')} still refer to it (${column}). Delete those first.`,
    details: message,
  })

const deleteRows = async (rows: Rows, mayDelete: ReadonlySet<string>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await clients.data(`/${rows.table}`, { method: 'DELETE', query: toQuery(rows), schema: z.unknown() })
      return
    } catch (error) {
      const reference = error instanceof ApiError && attempt < attemptsMax ? findReference(error) : null
      if (!(error instanceof ApiError) || reference === null) throw error
      if (!mayDelete.has(reference.table)) throw stillUsed(error, reference)
      const { rows: found } = await listRows(rows.table, { row: idSchema, query: { select: 'id', ...toQuery(rows) } })
      await deleteRows({ ...reference, values: found.map(({ id }) => id) }, mayDelete)
    }
  }
}

/**
 * Production's foreign keys do not cascade (recorded: 409 `23503`), so the rows that refer to this one are deleted first, as far as
 * their tables are in `parts`. A reference from any other table stays, and so does the row.
 */
export const deleteWithReferences = (table: string, id: string, parts: readonly string[]): Promise<void> =>
  deleteRows({ table, column: 'id', values: [id] }, new Set(parts))
