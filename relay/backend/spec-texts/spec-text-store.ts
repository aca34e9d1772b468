import type { SpecTextTable } from '#shared/resources/spec-text-route.ts'
import type { Queryable } from '#relay/database/database.ts'

export const findSpecTexts = async (
  database: Queryable,
  table: string,
  id?: string,
): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await database.query<{ row_id: string; text: string }>(
    'select row_id, text from relay.spec_texts where table_name = $1 and ($2::uuid is null or row_id = $2)',
    [table, id ?? null],
  )
  return new Map(rows.map(({ row_id, text }) => [row_id, text]))
}

interface SpecText {
  readonly table: SpecTextTable
  readonly id: string
  readonly text: string | null
}

export const saveSpecText = async (database: Queryable, { table, id, text }: SpecText): Promise<void> => {
  if (text === null) {
    await database.query('delete from relay.spec_texts where table_name = $1 and row_id = $2', [table, id])
    return
  }
  await database.query(
    `insert into relay.spec_texts (table_name, row_id, text) values ($1, $2, $3)
     on conflict (table_name, row_id) do update set text = excluded.text`,
    [table, id, text],
  )
}
