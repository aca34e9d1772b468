import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filesIn, type WantedFiles } from './files-in.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'))
  await mkdir(join(folder, 'conf/old'), { recursive: true })
  for (const name of ['conf/a.json', 'conf/b.json', 'conf/old/c.json']) await writeFile(join(folder, name), '{}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const listSources = async (wanted: WantedFiles, resourcesDir?: string) => {
  const sources: string[] = []
  const context = { signal: AbortSignal.timeout(10_000), isHidden: () => Promise.resolve(false), resourcesDir }
  for await (const found of filesIn(wanted, context))
    sources.push(found.kind === 'text' ? (found.known.source ?? '') : found.reason)
  return sources.map((source) => source.replace(`${folder}/`, '')).toSorted((a, b) => a.localeCompare(b))
}

test('relative paths begin at RESOURCES_DIR or at url, never where the relay was started', async () => {
  const paths = ['conf/*.json']
  expect(await listSources({ paths }, folder)).toEqual(['conf/a.json', 'conf/b.json'])
  expect(await listSources({ paths: ['old/*'], base: join(folder, 'conf') })).toEqual(['conf/old/c.json'])
  expect(await listSources({ paths, base: folder, shownBase: 'https://git.test/x' })).toEqual([
    'https://git.test/x/conf/a.json',
    'https://git.test/x/conf/b.json',
  ])
  await expect(listSources({ paths })).rejects.toThrow('conf/*.json is a relative path, and RESOURCES_DIR is not set')
})

test.each([
  ['a.json', ['conf/b.json', 'conf/old/c.json']],
  ['**/old/**', ['conf/a.json', 'conf/b.json']],
  ['old/*', ['conf/a.json', 'conf/b.json']],
  ['./conf/a*', ['conf/b.json', 'conf/old/c.json']],
  ['*', []],
  ['{a,b}.json', ['conf/old/c.json']],
  ['[ab].json', ['conf/old/c.json']],
])('ignores %s in the paths that were found', async (pattern, left) => {
  expect(await listSources({ paths: [join(folder, '**')], ignore: [pattern] })).toEqual(left)
})

test('wildcards are those of a shell, and a file can be named like a pattern', async () => {
  await writeFile(join(folder, 'conf/[1].json'), '{}')
  const list = (path: string) => listSources({ paths: [join(folder, path)] })
  expect(await list('conf/{a,b}.json')).toEqual(['conf/a.json', 'conf/b.json'])
  expect(await list('{conf/old,conf}/[ac].json')).toEqual(['conf/a.json', 'conf/old/c.json'])
  expect(await list('conf/?.json')).toEqual(['conf/a.json', 'conf/b.json'])
  expect(await list('conf/[1].json')).toEqual(['conf/[1].json'])
  expect(await list('conf/\\[1\\].*')).toEqual(['conf/[1].json'])
  await rm(join(folder, 'conf/[1].json'))
})

test('a path that does not exist leaves the others', async () => {
  const missing = join(folder, 'missing/*.json')
  expect(await listSources({ paths: [missing, join(folder, 'conf/a.json')] })).toEqual([
    'conf/a.json',
    'missing/*.json does not exist.',
  ])
})

test('reads UTF-16 with a byte order mark', async () => {
  const path = join(folder, 'wide.json')
  await writeFile(path, Buffer.from('\ufeff{"id":"é"}', 'utf16le'))
  const context = {
    signal: AbortSignal.timeout(10_000),
    isHidden: () => Promise.resolve(false),
    resourcesDir: undefined,
  }
  const texts: unknown[] = []
  for await (const found of filesIn({ paths: [path] }, context)) texts.push(found.kind === 'text' && found.text)
  expect(texts).toEqual(['{"id":"é"}'])
  await rm(path)
})
