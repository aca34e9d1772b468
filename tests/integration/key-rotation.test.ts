import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { rotateKey } from '#relay/backend/engine/rotate-key.ts'
import type { Database } from '#relay/database/database.ts'
import { startTestBackend, type TestBackend } from '#tests/fixtures/backend.ts'
import { kinds } from '#tests/fixtures/databases.ts'
import { startRelay } from '#tests/fixtures/relay.ts'

const send = async (backend: TestBackend, table: string, payload: object) => {
  const { statusCode, body } = await backend.app.inject({
    method: 'POST',
    url: `/api/db/${table}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  expect([statusCode, body]).toEqual([201, expect.anything()])
}

const sealedTexts = async (database: Database): Promise<string[]> => {
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where nspname in ('public', 'relay', 'identity', 'journal') and relkind = 'r'`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: texts } = await database.query<{ text: string }>(`select t::text as text from ${name} as t`)
    found.push(...texts.flatMap(({ text }) => text.match(/sealed:v\d:[\w-]+/g) ?? []))
  }
  return found
}
const readKeyPrefix = (sealed: string) => sealed.slice(0, 'sealed:v2:'.length + 8)

const keysIn = async (dataDir: string) => (await readFile(join(dataDir, 'secrets.key'), 'utf8')).trim().split('\n')

const filled = async (database: Database, resourcesDir: string) => {
  const backend = await startTestBackend({ database, resourcesDir })
  await send(backend, 'connections', {
    name: 'shop',
    type: 'http',
    url: 'http://ann:hunter1@host/',
    password: 'hunter2',
  })
  await send(backend, 'canaries', {
    name: 'shop',
    namespace: 'default',
    source: 'UI',
    spec: { schedule: '@every 1h', http: [{ name: 'home', url: 'http://ann:hunter3@127.0.0.1:1/' }] },
  })
  await send(backend, 'properties', { name: 'smtp.password', value: 'hunter4' })
  const spec = {
    parameters: [{ name: 'pin', type: 'secret' }],
    actions: [{ name: 'wait', exec: { script: 'true' } }],
  }
  await send(backend, 'playbooks', { name: 'p', source: 'UI', spec })
  const { rows } = await database.query<{ id: string }>("select id from playbooks where name = 'p'")
  const started = await backend.app.inject({
    method: 'POST',
    url: '/api/playbook/run',
    payload: { id: rows[0]?.id, params: { pin: 'hunter5' } },
  })
  expect([started.statusCode, started.body]).toEqual([201, expect.anything()])
  await backend.stop()
}

const countAuditRows = async (database: Database) => (await database.query('select id from audit_log')).rows.length

test.each(kinds)(
  'seals every secret of the $kind database with a new key, and secrets still work',
  async ({ open }) => {
    const [database, dataDir] = [await open(), await mkdtemp(join(tmpdir(), 'rotation-'))]
    onTestFinished(async () => {
      await database.close()
      await rm(dataDir, { recursive: true })
    })
    await filled(database, dataDir)
    const [before, audited] = [await sealedTexts(database), await countAuditRows(database)]
    expect(before.length).toBeGreaterThanOrEqual(5)
    expect(new Set(before.map(readKeyPrefix)).size).toBe(1)

    const rotation = await rotateKey({ database, dataDir, configuredKeys: undefined })
    expect(rotation).toEqual({ isNewKey: true, rows: expect.any(Number), unread: 0 })
    const after = await sealedTexts(database)
    expect(after.length).toBe(before.length)
    expect(new Set([...after, ...before].map(readKeyPrefix)).size).toBe(2)
    expect(new Set(after.map(readKeyPrefix)).size).toBe(1)
    expect(await countAuditRows(database)).toBe(audited)
    expect(await keysIn(dataDir)).toHaveLength(2)

    const again = await startTestBackend({ database, resourcesDir: dataDir })
    const { body } = await again.app.inject('/api/db/canaries?select=spec&name=eq.shop')
    expect(body).toContain('***')
    expect(body).not.toMatch(/hunter|sealed/)
    expect(again.log.join('')).not.toContain('cannot be decrypted')
    await again.stop()
  },
)

test('an interrupted rotation continues with its new key, and a second one creates another', async () => {
  const [database, dataDir] = [await kinds[1].open(), await mkdtemp(join(tmpdir(), 'rotation-'))]
  onTestFinished(async () => {
    await database.close()
    await rm(dataDir, { recursive: true })
  })
  await filled(database, dataDir)
  let tables = 0
  const cut: Database = {
    ...database,
    transaction: async (work) => {
      tables += 1
      if (tables > 2) throw new Error('cut')
      return database.transaction(work)
    },
  }
  await expect(rotateKey({ database: cut, dataDir, configuredKeys: undefined })).rejects.toThrow('cut')
  expect(new Set((await sealedTexts(database)).map(readKeyPrefix)).size).toBe(2)

  expect(await rotateKey({ database, dataDir, configuredKeys: undefined })).toMatchObject({
    isNewKey: false,
    unread: 0,
  })
  expect(new Set((await sealedTexts(database)).map(readKeyPrefix)).size).toBe(1)
  expect(await keysIn(dataDir)).toHaveLength(2)
  expect(await rotateKey({ database, dataDir, configuredKeys: undefined })).toMatchObject({ isNewKey: true, unread: 0 })
  expect(await keysIn(dataDir)).toHaveLength(3)
})

test('the command fails while a relay runs, and rotates once it is stopped', { timeout: 180_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rotation-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const relay = await startRelay({ dataDir })
  const rotate = (...parts: readonly string[]) =>
    promisify(execFile)(process.execPath, ['dist/relay/main.js', ...parts], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'fatal' },
    })
  await expect(rotate('--rotate-key')).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringContaining('in use by process'),
  })
  expect(await keysIn(dataDir)).toHaveLength(1)
  await relay.stop()
  const { stdout } = await rotate('--rotate-key')
  expect(stdout).toContain(`A new key was added at the top of ${join(dataDir, 'secrets.key')}.`)
  expect(await keysIn(dataDir)).toHaveLength(2)
  await expect(rotate('--rotate')).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('--rotate-key') })
  const next = await startRelay({ dataDir })
  await next.stop()
})
