import type { Queryable } from '#relay/database/database.ts'

/** What a resource has in another table, read and written as one more column of its row. */
export interface RelatedColumn {
  readonly column: string
  readonly relation: string
  /** What is in that table, as SQL in a selection from the table of the resource. */
  readonly sql: string
  /** Makes the value what is in that table for the resource with this id. */
  readonly write: (database: Queryable, id: string, value: unknown) => Promise<void>
}

/** As columns of a selection. */
export const besideColumns = (beside: readonly RelatedColumn[] = []): readonly string[] =>
  beside.map(({ column, sql }) => `(${sql}) as ${column}`)

/** Writes what a row says of other tables; a column that it lacks leaves its table as it is. */
export const writeBeside = async (
  database: Queryable,
  beside: readonly RelatedColumn[] = [],
  id: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> => {
  for (const { column, write } of beside) if (row[column] !== undefined) await write(database, id, row[column])
}
