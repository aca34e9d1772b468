import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Properties } from '#relay/backend/properties/properties.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'

let dir: string
let lines: unknown[]
let database: Database
beforeAll(async () => {
  database = await openServer()
  await database.query(
    "insert into properties (name, value) values ('logs.disable', 'false'), ('incidents.disable', 'true')",
  )
})
afterAll(() => database.close())
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'properties-'))
  lines = []
})
afterEach(() => rm(dir, { recursive: true }))

const open = () => new Properties(database, dir, pino({}, { write: (line) => lines.push(JSON.parse(line)) }))

test('local properties override rows with the same name', async () => {
  await writeFile(join(dir, 'properties.yaml'), 'logs.disable: true\ncheck.status.retention.days: 2\n')
  const properties = open()
  expect(await properties.list()).toEqual([
    { name: 'logs.disable', value: 'true', source: 'local', type: '', description: '' },
    { name: 'check.status.retention.days', value: '2', source: 'local', type: '', description: '' },
    { name: 'incidents.disable', value: 'true', source: 'db', type: '', description: '' },
  ])
  expect(await properties.number('check.status.retention.days', 7)).toBe(2)
  expect(await properties.number('absent', 7)).toBe(7)
})

test('an invalid file keeps the last valid version active and is logged once', async () => {
  await writeFile(join(dir, 'properties.yaml'), 'a: 1\n')
  const properties = open()
  await properties.list()
  await writeFile(join(dir, 'properties.yaml'), 'a: [1, 2]\n')
  await properties.list()
  expect((await properties.list())[0]).toMatchObject({ name: 'a', value: '1' })
  expect(lines).toMatchObject([
    {
      file: 'properties.yaml',
      reason: 'must be a map of names to strings, numbers or booleans',
      msg: 'invalid properties file, using the last valid version',
    },
  ])
})

test('a non-numeric setting is logged and falls back to the default', async () => {
  expect(await open().number('logs.disable', 3)).toBe(3)
  expect(lines).toMatchObject([
    { property: 'logs.disable', minimum: 0, default: 3, msg: 'invalid property, using the default' },
  ])
})
