import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { Properties } from '#relay/backend/properties/properties.ts'
import type { Database } from '#relay/database/database.ts'
import { openServer } from '#tests/fixtures/databases.ts'

let dir: string
let lines: string[]
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

const open = () =>
  new Properties(database, dir, pino({}, { write: (line) => lines.push(String(JSON.parse(line).msg)) }))

test('local properties come first and win over rows of their name', async () => {
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

test('a broken file leaves its last good version in force and is said once', async () => {
  await writeFile(join(dir, 'properties.yaml'), 'a: 1\n')
  const properties = open()
  await properties.list()
  await writeFile(join(dir, 'properties.yaml'), 'a: [1, 2]\n')
  await properties.list()
  expect((await properties.list())[0]).toMatchObject({ name: 'a', value: '1' })
  expect(lines).toEqual([
    'properties.yaml is refused, its last good version stays in force: It must be a map of names to texts, numbers or booleans.',
  ])
})

test('a setting that is no number is said and counts as the default', async () => {
  expect(await open().number('logs.disable', 3)).toBe(3)
  expect(lines).toEqual(['The property logs.disable must be a number of at least 0; 3 is used instead.'])
})
