import { isDeepStrictEqual } from 'node:util'
import type { Row, SecretRelation } from '#relay/backend/secrets/stored-secrets.ts'
import { storableJson } from '#relay/backend/rows/storable-json.ts'
import type { Queryable } from '#relay/database/database.ts'

const atOnce = 500

export async function* rewriteRows(
  database: Queryable,
  { table, key, columns, needs }: SecretRelation,
  change: (row: Row) => Row,
  /** Only rows of this transaction and later ones; they stay locked until they are written. */
  since?: string,
): AsyncGenerator<Row, void, void> {
  const names = Object.keys(columns)
  let last: unknown = null
  for (;;) {
    const { rows } = await database.query(
      `select ${[...new Set([key, ...needs, ...names])].join(', ')} from ${table}
        where ($1::text is null or ${key}::text > $1)${since === undefined ? '' : ' and xmin::text::bigint >= $2'}
        order by ${key}::text limit ${atOnce}${since === undefined ? '' : ' for update'}`,
      since === undefined ? [last] : [last, since],
    )
    for (const row of rows) {
      const made = change(row)
      const different = names.filter((column) => !isDeepStrictEqual(row[column], made[column]))
      if (different.length === 0) continue
      const sets = different.map((column) => `${column} = given.${column}`)
      await database.query(
        `update ${table} set ${sets.join(', ')} from jsonb_populate_record(null::${table}, $1::jsonb) as given
          where ${table}.${key}::text = $2`,
        [storableJson(Object.fromEntries(different.map((column) => [column, made[column]]))), row[key]],
      )
      yield made
    }
    if (rows.length < atOnce) return
    last = rows.at(-1)?.[key]
  }
}
