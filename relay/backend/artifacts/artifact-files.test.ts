import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepMatching } from './artifact-files.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'artifacts-'))
  await mkdir(join(folder, 'out/deep'), { recursive: true })
  for (const name of ['a.txt', 'out/b.txt', 'out/b.log', 'out/deep/c.txt']) await writeFile(join(folder, name), name)
  await symlink('/etc', join(folder, 'out/linked'))
})
afterAll(async () => rm(folder, { recursive: true }))

const find = async (path: string): Promise<readonly string[]> => {
  const found: string[] = []
  const keepFile = async ({ filename }: { readonly filename: string }) => void found.push(filename)
  await keepMatching(path, folder, { keepFile, keepOutput: async () => {} })
  return found
}

test.each([
  ['a.txt', ['a.txt']],
  ['./out/*.txt', ['b.txt']],
  ['out/*/*.txt', ['c.txt']],
  ['*/b.*', ['b.log', 'b.txt']],
  ['out/**/*.txt', ['b.txt', 'c.txt']],
  ['**/c.txt', ['c.txt']],
])('%s finds %j', async (path, names) => {
  expect(await find(path)).toEqual(names)
})

test.each(['none.txt', 'out', 'nowhere/*.txt', 'out/**/hosts'])('%s matches no file', async (path) => {
  await expect(find(path)).rejects.toThrow(`No file matches the artifact ${path}`)
})
