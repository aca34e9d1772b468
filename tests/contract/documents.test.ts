import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ParsedFile } from '#relay/backend/resources/parse-documents.ts'
import { ResourceFolder } from '#relay/backend/resources/resource-folder.ts'
import { specSchemas } from '#relay/backend/schemas/spec-schemas.ts'
import type { Database } from '#relay/database/database.ts'
import { createDocumentReader } from '#tests/fixtures/document-reader.ts'
import { openServer } from '#tests/fixtures/databases.ts'

const folder = fileURLToPath(new URL('../fixtures/documents', import.meta.url))
const files = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((path) => /\.ya?ml$/.test(path))
  .sort()

const toText = (bytes: Buffer): string =>
  bytes.subarray(0, 2).equals(Buffer.from([0xfe, 0xff]))
    ? Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le')
    : bytes.toString(bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xfe])) ? 'utf16le' : 'utf8')

const expectedLines = (file: string): string[] =>
  toText(readFileSync(`${folder}/${file}`))
    .replace('\ufeff', '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith('# expect: '))
    .map((line) => line.slice('# expect: '.length).trim())
    .sort()

let database: Database
let parsed: ParsedFile
let reader: Awaited<ReturnType<typeof createDocumentReader>>
beforeAll(async () => {
  database = await openServer()
  reader = await createDocumentReader(database)
  parsed = await new ResourceFolder(folder, specSchemas).scan()
})
afterAll(() => database.close())

test('the folder has at least 250 documents', () => {
  expect(parsed.documents.length + parsed.errors.length).toBeGreaterThanOrEqual(250)
})

test.each(files)('%s loads or is rejected as its first lines state', async (file) => {
  const documents = parsed.documents.filter((document) => document.file === file)
  const errors = await reader.read(
    documents,
    parsed.errors.filter((error) => error.file === file),
  )
  const outcome = errors.map(({ line, reason }) => `rejected: ${line}: ${reason.replaceAll(/\s+/g, ' ')}`)
  if (outcome.length === 0 && documents.length > 0) outcome.push('loads')
  expect(outcome.sort()).toEqual(expectedLines(file))
})

test('each kind of document has an entry among the schemas of specs', () => {
  expect([...specSchemas.keys()].sort()).toEqual([...reader.kinds].sort())
})
