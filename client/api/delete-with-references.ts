import { z } from 'zod'
import { formatCount } from '#shared/primitives/format-count.ts'
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

/** Rows of `table` refer to the row, and `noun` counts them: “2 playbook runs”. */
export class StillReferenced extends ApiError {
  readonly table: string
  readonly noun: string

  constructor({ kind, where, status, code, message: details }: ApiError, { table, column }: Reference, count: number) {
    const noun = table.replaceAll('_', ' ')
    const counted = formatCount(count, noun.replace(/s$/, ''), noun)
    const message = `Not deleted: ${counted} still ${count === 1 ? 'refers' : 'refer'} to it (${column}).`
    super({ kind, where, status, code, message, details })
    this.table = table
    this.noun = counted
  }
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

const countRows = async (rows: Rows): Promise<number> => {
  const query = { select: rows.column, ...toQuery(rows), limit: 1 }
  const { rows: found, total } = await listRows(rows.table, { row: z.unknown(), query })
  return total ?? found.length
}

const deleteRows = async (rows: Rows, mayDelete: ReadonlySet<string>): Promise<void> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await clients.data(`/${rows.table}`, { method: 'DELETE', query: toQuery(rows), schema: z.unknown() })
      return
    } catch (error) {
      const reference = error instanceof ApiError && attempt < attemptsMax ? findReference(error) : null
      if (!(error instanceof ApiError) || reference === null) throw error
      const { rows: found } = await listRows(rows.table, { row: idSchema, query: { select: 'id', ...toQuery(rows) } })
      const referring = { ...reference, values: found.map(({ id }) => id) }
      if (!mayDelete.has(reference.table)) throw new StillReferenced(error, reference, await countRows(referring))
      await deleteRows(referring, mayDelete)
    }
  }
}

/**
 * Production's foreign keys do not cascade (recorded: 409 `23503`), so the rows that refer to this one are deleted first, as far as
 * their tables are in `parts`. A reference from any other table stays, and so does the row: `StillReferenced`.
 */
export const deleteWithReferences = (table: string, id: string, parts: readonly string[]): Promise<void> =>
  deleteRows({ table, column: 'id', values: [id] }, new Set(parts))
