import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDataDir } from './close-data-dir.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'data-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const readMode = async (path: string) => ((await stat(join(folder, path))).mode & 0o777).toString(8)

test('creates the data folder for its owner alone', async () => {
  await closeDataDir(join(folder, 'new', 'data'))
  expect(await readMode('new/data')).toBe('700')
})

test('restricts an existing folder and its keys to the owner', async () => {
  await chmod(folder, 0o755)
  for (const name of ['database', 'backups', 'outbox', 'artifacts']) await mkdir(join(folder, name), { mode: 0o755 })
  await writeFile(join(folder, 'secrets.key'), 'key')
  await chmod(join(folder, 'secrets.key'), 0o644)
  await closeDataDir(folder)
  expect(await Promise.all(['.', 'database', 'backups', 'outbox', 'artifacts', 'secrets.key'].map(readMode))).toEqual([
    '700',
    '700',
    '700',
    '700',
    '700',
    '600',
  ])
})
