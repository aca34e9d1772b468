import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addKey, readKeyFile, readKeysFile } from './key-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'key-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('creates a key once, readable only by its owner, also if several relays start at once', async () => {
  const path = join(folder, 'new', 'identity.key')
  const keys = await Promise.all(Array.from({ length: 8 }, () => readKeyFile(path)))
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect(keys[0]).toHaveLength(32)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(folder, 'new'))).toEqual(['identity.key'])
  expect(await readKeyFile(path)).toEqual(keys[0])
})

test('revokes file permissions of others', async () => {
  const path = join(folder, 'identity.key')
  await readKeyFile(path)
  await chmod(path, 0o644)
  await readKeyFile(path)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('rejects an invalid key file and leaves it unchanged', async () => {
  const path = join(folder, 'identity.key')
  await writeFile(path, 'short')
  await expect(readKeyFile(path)).rejects.toThrow(
    `${path} does not contain a valid key. Restore the file from a backup`,
  )
})

test('puts a new key above the older ones, readable only by the owner', async () => {
  const path = join(folder, 'secrets.key')
  const first = await readKeyFile(path)
  const [second, ...older] = await addKey(path)
  expect(older).toEqual([first])
  expect(await readKeysFile(path)).toEqual([second, first])
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['secrets.key'])
})
