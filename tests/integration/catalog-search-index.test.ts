import { PGlite } from '@electric-sql/pglite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { migrate } from '#relay/database/migrate.ts'
import { kinds } from '#tests/fixtures/databases.ts'

const searchQuery = (text: string) =>
  `select id from configs where (name ilike '%${text}%' or type ilike '%${text}%' or description ilike '%${text}%'
     or namespace ilike '%${text}%') and deleted_at is null order by type, name, id limit 50`

describe.each(kinds)('in the $kind database', ({ open }) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
    await database.query(
      `insert into config_items (type, config_class, name, tags, config)
       select 'App::T' || i % 10, 'App', 'app ' || i, jsonb_build_object('namespace', 'ns' || i % 20),
              jsonb_build_object('text', repeat('x', 500))
         from generate_series(1, 5000) as i`,
    )
    await database.query('vacuum analyze config_items')
  })
  afterAll(() => database.close())

  test('finds a text in the catalog without reading every item', async () => {
    const { rows } = await database.query(`explain ${searchQuery('4999')}`)
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    for (const column of ['name', 'type', 'description', 'namespace'])
      expect(plan).toContain(`config_items_${column}_trigrams`)
    expect((await database.query(searchQuery('4999'))).rows).toHaveLength(1)
  })
})

test('without pg_trgm the schema works and has no such indexes', async () => {
  const bare = await PGlite.create()
  try {
    await bare.transaction((transaction) =>
      migrate({
        transaction: (work) =>
          work({
            query: async (sql: string, parameters: readonly unknown[] = []) => {
              const result =
                parameters.length === 0
                  ? (await transaction.exec(sql)).at(-1)
                  : await transaction.query(sql, [...parameters])
              return { rows: (result?.rows ?? []) as never[], affectedRows: 0 }
            },
          }),
      }),
    )
    const { rows } = await bare.query("select indexname from pg_indexes where indexname like 'config_items%trigrams'")
    expect(rows).toEqual([])
  } finally {
    await bare.close()
  }
})
