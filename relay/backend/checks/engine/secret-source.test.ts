import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretReader } from '#relay/backend/checks/engine/secret-source.ts'

let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'secrets-'))
  await mkdir(join(dir, '.secrets', 'db'), { recursive: true })
  await writeFile(join(dir, '.secrets', 'db', 'password'), 'a secret\n')
})
afterAll(() => rm(dir, { recursive: true }))

test('reads text, values and files of secrets', async () => {
  const read = secretReader(dir)
  expect(await read('plain')).toBe('plain')
  expect(await read({ name: 'PORT', value: 8080 })).toBe('8080')
  expect(await read({ valueFrom: { secretKeyRef: { name: 'db', key: 'password' } } })).toBe('a secret')
  expect(await read(undefined)).toBe('')
})

test('an optional key that does not exist is empty', async () => {
  const read = secretReader(dir)
  expect(await read({ valueFrom: { secretKeyRef: { name: 'db', key: 'user', optional: true } } })).toBe('')
  expect(await read({ valueFrom: { configMapKeyRef: { name: 'gone', key: 'user', optional: true } } })).toBe('')
  expect(await read({ valueFrom: { secretKeyRef: { name: 'db', key: 'password', optional: true } } })).toBe('a secret')
})

test.each([
  [
    { valueFrom: { secretKeyRef: { name: 'db', key: 'user' } } },
    'Cannot read the file .secrets/db/user in RESOURCES_DIR.',
  ],
  [{ valueFrom: { secretKeyRef: { name: '..', key: 'password' } } }, /^A value must be text/],
  [{ valueFrom: { secretKeyRef: { name: 'db', key: '../db/password' } } }, /^A value must be text/],
  [['a'], /^A value must be text/],
  [{ valueFrom: { helmRef: { name: 'db', key: 'a' } } }, /^helmRef and serviceAccount cannot be read here/],
  [{ valueFrom: { serviceAccount: 'db' } }, /^helmRef and serviceAccount cannot be read here/],
])('rejects %j with a message', async (source, message) => {
  await expect(secretReader(dir)(source)).rejects.toThrow(message)
})
