import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretReader } from './secret-source.ts'

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

test.each([
  [
    { valueFrom: { secretKeyRef: { name: 'db', key: 'user' } } },
    'The file .secrets/db/user in RESOURCES_DIR cannot be read.',
  ],
  [{ valueFrom: { secretKeyRef: { name: '..', key: 'password' } } }, /^A value must be text/],
  [{ valueFrom: { secretKeyRef: { name: 'db', key: '../db/password' } } }, /^A value must be text/],
  [['a'], /^A value must be text/],
])('refuses %j with a sentence', async (source, message) => {
  await expect(secretReader(dir)(source)).rejects.toThrow(message)
})

test('says so where there is no folder to read from', async () => {
  await expect(secretReader(undefined)({ valueFrom: { configMapKeyRef: { name: 'a', key: 'b' } } })).rejects.toThrow(
    'There is no RESOURCES_DIR to read .config/a/b from.',
  )
})
