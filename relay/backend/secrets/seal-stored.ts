import { isDeepStrictEqual } from 'node:util'
import type { Row, SecretRelation, StoredSecrets } from '#relay/backend/secrets/stored-secrets.ts'
import { storableJson } from '#relay/backend/storable-json.ts'
import type { Database } from '#relay/database/database.ts'

const atOnce = 500

/**
 * Seals secrets that stand in the database as they were entered: from before they were sealed, or inserted past the console.
 * What the rows held before is removed from the tables' files too. Answers how many rows were changed.
 */
export const sealStored = async (
  database: Database,
  secrets: StoredSecrets,
  relations: Readonly<Record<string, SecretRelation>>,
): Promise<number> => {
  let changed = 0
  for (const [name, relation] of Object.entries(relations)) {
    if (relation.table !== name) continue
    const inTable = await sealTable(database, secrets, relation)
    if (inTable > 0) await database.query(`vacuum full ${relation.table}`)
    changed += inTable
  }
  return changed
}

const sealTable = async (
  database: Database,
  secrets: StoredSecrets,
  { table, key, columns, needs }: SecretRelation,
): Promise<number> => {
  const names = Object.keys(columns)
  let changed = 0
  let last: unknown = null
  for (;;) {
    const { rows } = await database.query(
      `select ${[...new Set([key, ...needs, ...names])].join(', ')} from ${table}
        where $1::text is null or ${key}::text > $1 order by ${key}::text limit ${atOnce}`,
      [last],
    )
    for (const row of rows) {
      const sealed: Row = secrets.seal(table, row, row, { nothingStored: 'leave' })
      const different = names.filter((column) => !isDeepStrictEqual(row[column], sealed[column]))
      if (different.length === 0) continue
      const sets = different.map((column) => `${column} = given.${column}`)
      await database.query(
        `update ${table} set ${sets.join(', ')} from jsonb_populate_record(null::${table}, $1::jsonb) as given
          where ${table}.${key}::text = $2`,
        [storableJson(Object.fromEntries(different.map((column) => [column, sealed[column]]))), row[key]],
      )
      changed += 1
    }
    if (rows.length < atOnce) return changed
    last = rows.at(-1)?.[key]
  }
}
