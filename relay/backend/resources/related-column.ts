import type { Queryable } from '#relay/database/database.ts'

export interface RelatedColumn {
  readonly column: string
  readonly relation: string
  readonly sql: string
  readonly write: (database: Queryable, id: string, value: unknown) => Promise<void>
}

export const besideColumns = (beside: readonly RelatedColumn[] = []): readonly string[] =>
  beside.map(({ column, sql }) => `(${sql}) as ${column}`)

export const writeBeside = async (
  database: Queryable,
  beside: readonly RelatedColumn[] = [],
  id: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> => {
  for (const { column, write } of beside) if (row[column] !== undefined) await write(database, id, row[column])
}
