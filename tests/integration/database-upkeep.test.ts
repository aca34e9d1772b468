import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openEmbedded } from '#relay/database/embedded.ts'
import { startUpkeep } from '#relay/database/upkeep.ts'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { eventually } from '#tests/fixtures/eventually.ts'

const bytesIn = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = entries.filter((entry) => entry.isFile()).map(async ({ name }) => (await stat(join(folder, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const openWithUpkeep = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quarterdeck-data-'))
  const database = await openEmbedded({ dataDir: folder, template: await embeddedTemplate() })
  const failures: unknown[] = []
  const stop = startUpkeep(database, { everyMs: 20, onFailure: (error) => failures.push(error) })
  onTestFinished(async () => {
    await stop()
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { folder, database, failures }
}

test('updates of all rows do not rewrite the statistics each time, and a table that grew is analyzed', async () => {
  const { database, failures } = await openWithUpkeep()
  const readAnalyzed = async () => {
    const { rows } = await database.query<{ times: number; vacuums: number; rows: number }>(
      `select analyze_count::int as times, vacuum_count::int as vacuums, reltuples::float8 as rows
         from pg_stat_user_tables join pg_class on pg_class.oid = relid where pg_class.relname = 'ticking'`,
    )
    return rows[0]
  }
  await database.query("create table ticking as select n, repeat('x', 200) as text from generate_series(1, 500) n")
  await eventually(async () => expect(await readAnalyzed()).toMatchObject({ times: 1, rows: 500 }))
  for (let round = 1; round <= 10; round += 1) {
    await database.query('update ticking set text = text || $1', ['x'])
    await eventually(async () => expect((await readAnalyzed())?.vacuums).toBeGreaterThan(round))
  }
  expect((await readAnalyzed())?.times).toBe(1)
  await database.query("insert into ticking select n, '' from generate_series(1, 600) n")
  await eventually(async () => expect(await readAnalyzed()).toMatchObject({ times: 2, rows: 1100 }))
  expect(failures).toEqual([])
})

test(
  'the folder of the embedded database stays small, however often its rows change',
  { timeout: 180_000 },
  async () => {
    const { folder, database, failures } = await openWithUpkeep()
    await database.query("create table ticking as select n, repeat('x', 200) as text from generate_series(1, 2000) n")
    for (let round = 0; round < 160; round += 1)
      await database.query('update ticking set text = text || $1', [`${round % 10}`])
    await eventually(async () => expect(await bytesIn(join(folder, 'pg_wal'))).toBeLessThan(40 * 2 ** 20))
    await eventually(async () => {
      const { rows } = await database.query<{ bytes: number }>("select pg_table_size('ticking') as bytes")
      // A hundred and sixty retained versions would take more than 100 MB.
      expect(rows[0]?.bytes).toBeLessThan(60 * 2 ** 20)
    })
    expect(failures).toEqual([])
  },
)
