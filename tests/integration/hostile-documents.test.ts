import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RejectedDocument } from '#shared/resources/rejected-documents.ts'
import { parseDocuments } from '#relay/backend/resources/parse-documents.ts'
import { decodeText } from '#relay/backend/resources/decode-text.ts'
import { startTestBackend } from '#tests/fixtures/backend.ts'
import { openServer } from '#tests/fixtures/databases.ts'
import { hostileDocuments } from '#tests/fixtures/hostile-documents.ts'

const canary =
  'kind: Canary\nmetadata: {name: sound}\nspec: {schedule: "@every 1h", http: [{name: sound, url: "http://127.0.0.1:9/"}]}\n'

const isInvalid = (bytes: Buffer): boolean => {
  const decoded = decodeText(bytes)
  return 'error' in decoded || parseDocuments('', decoded.text).errors.length > 0
}

const isEmpty = ({ reason }: RejectedDocument) => reason === 'The canary has no checks.'

test('starts three times with 1,000 hostile documents and lists each that is rejected', async () => {
  const resourcesDir = await mkdtemp(join(tmpdir(), 'hostile-'))
  const database = await openServer()
  const files = hostileDocuments(1_000, 34)
  await Promise.all([...files].map(([file, bytes]) => writeFile(join(resourcesDir, file), bytes)))
  await writeFile(join(resourcesDir, 'sound.yaml'), canary)
  const invalid = [...files].filter(([, bytes]) => isInvalid(bytes)).map(([file]) => file)
  const seen: (readonly string[])[] = []
  for (let start = 0; start < 3; start += 1) {
    const backend = await startTestBackend({ database, resourcesDir })
    const rejected = await backend.rejected()
    const listed = new Set(rejected.map(({ file }) => file))
    expect(invalid.filter((file) => !listed.has(file))).toEqual([])
    expect(rejected.filter(({ line, reason }) => line < 1 || reason.trim() === '')).toEqual([])
    expect(await backend.row('sound')).toMatchObject({ canary_name: 'sound' })
    const logged = backend.log.join('\n')
    const unlogged = rejected.filter((each) => !isEmpty(each) && !logged.includes(`${each.file}:${each.line}:`))
    expect(unlogged).toEqual([])
    expect(backend.log.filter((line) => line.includes('duplicate key value') || line.includes('"level":50'))).toEqual(
      [],
    )
    seen.push(rejected.map(({ id }) => id).sort())
    await backend.stop()
  }
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
  expect(seen[0]?.length).toBeGreaterThan(500)
  await database.close()
  await rm(resourcesDir, { recursive: true })
})
