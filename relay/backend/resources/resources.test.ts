import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import type { ResourceDocument, ResourceError } from './resource-document.ts'
import { toDigest } from './resource-folder.ts'
import { startResources, type Resources } from './resources.ts'

let dir: string
let resources: Resources | undefined
let applied: { documents: readonly ResourceDocument[]; errors: readonly ResourceError[] }
let lines: string[]

const document = (name: string, kind = 'Canary') => `kind: ${kind}\nmetadata:\n  name: ${name}\nspec: {}\n`
const start = async (rescanEveryMs = 60_000, of = dir) => {
  resources = await startResources({
    dir: of,
    kinds: [
      {
        kind: 'Canary',
        validate: async ({ name }) => {
          if (name === 'unreadable') throw new Error('no such cast')
          return name === 'late' && lacks !== undefined ? { path: ['spec'], reason: lacks } : undefined
        },
        apply: async (documents, errors) => {
          if (documents.some(({ name }) => unstorable?.test(name))) throw new Error('value too long')
          applied = { documents, errors }
        },
      },
      {
        kind: 'Silence',
        validate: async () => ({ path: [], reason: 'It silences nothing.' }),
        apply: async () => undefined,
      },
    ],
    log: pino({}, { write: (line) => lines.push(line) }),
    settleMs: 5,
    rescanEveryMs,
  })
}
let lacks: string | undefined
let unstorable: RegExp | undefined
const names = () => applied.documents.map(({ name }) => name)

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'resources-'))
  lines = []
  lacks = undefined
  unstorable = undefined
})
afterEach(async () => {
  await resources?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('states a hash of every file, properties included, which changes with its content', async () => {
  await writeFile(join(dir, 'a.yaml'), document('a'))
  await writeFile(join(dir, 'b.yaml'), document('a'))
  await writeFile(join(dir, 'properties.yaml'), 'x: 1')
  await start()
  const first = resources?.digest() ?? {}
  expect(Object.keys(first)).toEqual(['a.yaml', 'b.yaml', 'properties.yaml'])
  expect(first['a.yaml']).toBe(first['b.yaml'])
  await resources?.reload()
  expect(resources?.digest()).toBe(first)
  await writeFile(join(dir, 'b.yaml'), document('longer'))
  await resources?.reload()
  expect(resources?.digest()).toEqual({ ...first, 'b.yaml': expect.not.stringMatching(first['a.yaml'] ?? '') })
})

test('hashes of files beyond the limit share one entry', () => {
  const files = new Map(Array.from({ length: 2_100 }, (_, at) => [`${at}.yaml`, { hash: '1' }]))
  const digest = toDigest(files)
  expect(Object.keys(digest)).toHaveLength(2_001)
  expect(toDigest(new Map([...files].toReversed()))).toEqual(digest)
  expect(toDigest(files.set('999.yaml', { hash: '2' }))).not.toEqual(digest)
})

test('reads every YAML and JSON file below the folder except hidden ones', async () => {
  await mkdir(join(dir, 'shop'))
  await mkdir(join(dir, '.secrets'))
  await writeFile(join(dir, 'a.yaml'), `${document('a1')}---\n${document('a2')}`)
  await writeFile(join(dir, 'shop', 'b.yml'), document('b'))
  await writeFile(join(dir, '.secrets', 'c.yaml'), document('c'))
  await writeFile(join(dir, 'properties.yaml'), 'logs.disable: true\n')
  await writeFile(join(dir, 'notes.txt'), document('d'))
  const json = JSON.stringify({ apiVersion: 'v1', ...parse(document('z')) })
  await writeFile(join(dir, 'z.json'), json)
  for (const [name, data] of Object.entries({ list: '[{ "kind": "App" }]', item: '{ "kind": "App" }', cut: '{ "a": ' }))
    await writeFile(join(dir, `${name}.json`), data)
  await start()
  expect(names()).toEqual(['a1', 'a2', 'b', 'z'])
  expect(applied.errors).toEqual([])
  await writeFile(join(dir, 'z.json'), json.slice(0, -2))
  await resources?.reload()
  expect(applied.errors).toMatchObject([{ file: 'z.json', reason: expect.stringMatching(/^Invalid YAML/) }])
})

test('follows files that are written, renamed over each other, put into new folders and removed', async () => {
  await writeFile(join(dir, 'a.yaml'), document('one'))
  await start()
  await writeFile(join(dir, 'a.yaml'), document('two'))
  await vi.waitFor(() => expect(names()).toEqual(['two']))
  await writeFile(join(dir, '.a.yaml.swp'), document('three'))
  await rename(join(dir, '.a.yaml.swp'), join(dir, 'a.yaml'))
  await vi.waitFor(() => expect(names()).toEqual(['three']))
  await mkdir(join(dir, 'new'))
  await writeFile(join(dir, 'new', 'b.yaml'), document('four'))
  await vi.waitFor(() => expect(names()).toEqual(['three', 'four']))
  await rm(join(dir, 'a.yaml'))
  await vi.waitFor(() => expect(names()).toEqual(['four']))
})

test('finds changes by its regular scan if watching reports nothing', async () => {
  const later = join(dir, 'later')
  await writeFile(later, '')
  await start(10, later)
  expect(applied.errors.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^Failed to read the folder .*later \(ENOTDIR/),
  ])
  await rm(later)
  await mkdir(later)
  await writeFile(join(later, 'a.yaml'), document('a'))
  await vi.waitFor(() => expect(names()).toEqual(['a']))
  expect(applied.errors).toEqual([])
})

test('reads a folder that is created after the start as soon as it exists', async () => {
  const later = join(dir, 'later')
  await start(600_000, later)
  expect(applied).toEqual({ documents: [], errors: [] })
  await mkdir(later)
  await writeFile(join(later, 'a.yaml'), document('a'))
  await vi.waitFor(() => expect(names()).toEqual(['a']))
})

test('keeps the documents of a deleted folder', async () => {
  await writeFile(join(dir, 'a.yaml'), document('a'))
  await start()
  await rm(dir, { recursive: true })
  await resources?.reload()
  expect(names()).toEqual(['a'])
  expect(applied.errors.length).toBe(1)
})

test('reports an unknown kind with its position, and logs once when it appears and once when it disappears', async () => {
  await writeFile(join(dir, 'a.yaml'), `${document('a')}---\n${document('b', 'Canry')}`)
  await start()
  expect(applied.errors).toEqual([
    {
      file: 'a.yaml',
      index: 1,
      line: 6,
      column: 1,
      reason: 'Unknown kind "Canry". Known kinds: Canary, Silence.',
      kind: 'Canry',
      name: 'b',
      namespace: '',
    },
  ])
  await resources?.reload()
  await writeFile(join(dir, 'a.yaml'), document('a'))
  await resources?.reload()
  expect(lines.map((line) => String(JSON.parse(line).msg))).toEqual([
    'document rejected: a.yaml:6:1: Unknown kind "Canry". Known kinds: Canary, Silence.',
    'document no longer rejected: a.yaml:6:1: Unknown kind "Canry". Known kinds: Canary, Silence.',
  ])
})

test('applies a document as soon as its missing reference exists', async () => {
  lacks = 'There is no team dba.'
  await writeFile(join(dir, 'a.yaml'), `${document('a')}---\n${document('late')}`)
  await start()
  const before = applied
  await resources?.reload()
  expect(applied).toBe(before)
  expect(names()).toEqual(['a'])
  lacks = undefined
  await resources?.reload()
  expect(names()).toEqual(['a', 'late'])
  expect(applied.errors).toEqual([])
})

test('reloads while a document cannot be validated', async () => {
  await writeFile(join(dir, 'a.yaml'), `${document('a')}---\n${document('unreadable')}`)
  await start()
  const before = applied
  await resources?.reload()
  expect(applied).toBe(before)
  expect(resources?.listErrors().map(({ name, reason }) => [name, reason])).toEqual([
    ['unreadable', 'The document cannot be read (no such cast).'],
  ])
})

test('lists the errors of all kinds, and reads the text of known files only', async () => {
  await writeFile(join(dir, 'a.yaml'), `${document('a', 'Silence')}---\n${document('late')}`)
  lacks = 'There is no team dba.'
  await start()
  expect(applied.errors.map(({ reason }) => reason)).toEqual(['There is no team dba.'])
  expect(resources?.listErrors().map(({ reason }) => reason)).toEqual(['There is no team dba.', 'It silences nothing.'])
  expect(await resources?.readText('a.yaml')).toContain('name: late')
  await expect(resources?.readText('../resources.ts')).rejects.toThrow('does not exist')
})

test('rejects the documents that cannot be stored, and applies the others', async () => {
  const stored = ['a', 'b1', 'c', 'd', 'b2', 'e']
  await writeFile(join(dir, 'a.yaml'), stored.map((name) => document(name)).join('---\n'))
  unstorable = /^b/
  await start()
  expect(names()).toEqual(['a', 'c', 'd', 'e'])
  expect(resources?.listErrors().map(({ line, name, reason }) => [line, name, reason])).toEqual([
    [9, 'b1', 'The document cannot be stored (value too long).'],
    [24, 'b2', 'The document cannot be stored (value too long).'],
  ])
})

test('starts when no document of a kind can be applied', async () => {
  await writeFile(join(dir, 'a.yaml'), document('a'))
  unstorable = /^/
  await start()
  expect(resources?.listErrors().map(({ name }) => name)).toEqual(['a'])
  expect(names()).toEqual([])
})
