import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '#relay/database/database.ts'
import { openDatabase, type DatabaseOptions } from '#relay/database/open-database.ts'
import { embeddedTemplate } from '#tests/fixtures/embedded-template.ts'
import { startProgram } from '#tests/fixtures/start-program.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let dataDir: string
let template: string
const opened: Database[] = []
beforeEach(async () => {
  template = await embeddedTemplate()
  dataDir = await mkdtemp(join(tmpdir(), 'quarterdeck-data-'))
  return async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()))
    await rm(dataDir, { recursive: true, force: true })
  }
})

const open = async (options: DatabaseOptions = { dataDir, template }): Promise<Database> => {
  const database = await openDatabase(options)
  opened.push(database)
  return database
}

test('an interrupted first start starts over, rows persist, and a closed database reports that it is closed', async () => {
  await mkdir(join(dataDir, 'database'))
  await writeFile(join(dataDir, 'database', 'PG_VERSION'), '18')
  await writeFile(join(dataDir, 'database.unfinished'), '')
  const first = await open()
  expect((await readdir(dataDir)).sort()).toEqual(['database', 'database.lock'])
  await first.query("insert into properties (name, value) values ('kept', 'yes')")
  await first.close()
  await first.close()
  await expect(first.query('select 1')).rejects.toThrow('The embedded database is closed')
  const again = await open()
  expect((await again.query('select name, value from properties')).rows).toEqual([{ name: 'kept', value: 'yes' }])
})

test('keeps every acknowledged row after the process is killed while writing, repeatedly', async () => {
  const acknowledged: number[] = []
  for (const enough of [50, 400]) {
    const writer = startProgram('keep-writing', dataDir, template)
    await writer.line(enough)
    await writer.kill()
    acknowledged.push(...writer.lines().map(Number))
  }
  const database = await open()
  const { rows } = await database.query<{ n: number }>('select n from written order by n')
  const found = rows.map(({ n }) => n)
  expect(acknowledged.filter((n) => !found.includes(n))).toEqual([])
  // Transactions are atomic: n = 1 alone, then 2 and 3 together.
  expect(found.filter((n) => n % 3 === 2 && !found.includes(n + 1))).toEqual([])
  await database.query('select count(*) from (select * from written order by filling) as whole')
})

test('only one process owns a folder, until it is killed', async () => {
  const owner = startProgram('hold-database', dataDir, template)
  expect(await owner.line(1)).toBe('open')
  const second = startProgram('hold-database', dataDir, template)
  expect(await second.line(1)).toContain(`refused: The embedded database is in use by process ${owner.process.pid}`)
  await owner.kill()
  expect(await readdir(dataDir)).toContain('database.lock')
  const database = await open()
  await expect(openDatabase({ dataDir, template })).rejects.toThrow(`in use by process ${process.pid}`)
  await database.close()
  expect(await readdir(dataDir)).toEqual(['database'])
})

test('writes a due backup while running, and a database starts from it', async () => {
  const folder = join(dataDir, 'backups')
  const longAgo = '2020-01-01T00-00-00.000Z.tar.gz'
  await mkdir(folder)
  await writeFile(join(folder, longAgo), '')
  const onFailure = vi.fn<(error: Error) => void>()
  const database = await open({ dataDir, template, backups: { everyMs: 3_600_000, keep: 1, onFailure } })
  await vi.waitFor(async () => expect(await readdir(folder)).not.toContain(longAgo), { timeout: 120_000 })
  expect(onFailure).not.toHaveBeenCalled()
  await database.close()
  const [newest, ...others] = await readdir(folder)
  expect(others).toEqual([])
  const restored = await open({ template: join(folder, newest ?? '') })
  expect((await restored.query('select name from agents')).rows).toEqual([{ name: 'local' }])
})
