import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ResourceDocument, ResourceError } from './resource-document.ts'
import { startResources, type Resources } from './resources.ts'

let dir: string
let resources: Resources | undefined
let applied: { documents: readonly ResourceDocument[]; errors: readonly ResourceError[] }
let shown: readonly ResourceError[]
let lines: string[]

const document = (name: string, kind = 'Canary') => `kind: ${kind}\nmetadata:\n  name: ${name}\nspec: {}\n`
const start = async (rescanEveryMs = 60_000, of = dir) => {
  resources = await startResources({
    dir: of,
    kinds: [
      {
        kind: 'Canary',
        validate: async ({ name }) =>
          name === 'late' && lacks !== undefined ? { path: ['spec'], reason: lacks } : undefined,
        apply: async (documents, errors) => {
          applied = { documents, errors }
        },
        showErrors: async (errors) => {
          shown = errors
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
const names = () => applied.documents.map(({ name }) => name)

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'resources-'))
  lines = []
  lacks = undefined
})
afterEach(async () => {
  await resources?.stop()
  await rm(dir, { recursive: true, force: true })
})

test('reads every YAML file below the folder, and nothing hidden', async () => {
  await mkdir(join(dir, 'shop'))
  await mkdir(join(dir, '.secrets'))
  await writeFile(join(dir, 'a.yaml'), `${document('a1')}---\n${document('a2')}`)
  await writeFile(join(dir, 'shop', 'b.yml'), document('b'))
  await writeFile(join(dir, '.secrets', 'c.yaml'), document('c'))
  await writeFile(join(dir, 'properties.yaml'), 'logs.disable: true\n')
  await writeFile(join(dir, 'notes.txt'), document('d'))
  await start()
  expect(names()).toEqual(['a1', 'a2', 'b'])
  expect(applied.errors).toEqual([])
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

test('finds changes by its regular scan where watching tells nothing', async () => {
  const later = join(dir, 'later')
  await start(10, later)
  expect(applied.errors.map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^The folder .*later cannot be read \(ENOENT/),
  ])
  await mkdir(later)
  await writeFile(join(later, 'a.yaml'), document('a'))
  await vi.waitFor(() => expect(names()).toEqual(['a']))
  expect(applied.errors).toEqual([])
})

test('a folder that goes away leaves its documents in force', async () => {
  await writeFile(join(dir, 'a.yaml'), document('a'))
  await start()
  await rm(dir, { recursive: true })
  await resources?.reload()
  expect(names()).toEqual(['a'])
  expect(applied.errors.length).toBe(1)
})

test('an unknown kind is a problem with its place, said once in the log and once more when it is gone', async () => {
  await writeFile(join(dir, 'a.yaml'), `${document('a')}---\n${document('b', 'Canry')}`)
  await start()
  expect(applied.errors).toEqual([
    {
      file: 'a.yaml',
      index: 1,
      line: 6,
      column: 1,
      reason: 'Documents of the kind "Canry" cannot be used here. Known kinds: Canary, Silence.',
      kind: 'Canry',
      name: 'b',
      namespace: '',
    },
  ])
  await resources?.reload()
  await writeFile(join(dir, 'a.yaml'), document('a'))
  await resources?.reload()
  expect(lines.map((line) => String(JSON.parse(line).msg))).toEqual([
    'A document is refused: a.yaml:6:1: Documents of the kind "Canry" cannot be used here. Known kinds: Canary, Silence.',
    'A document is no longer refused: a.yaml:6:1: Documents of the kind "Canry" cannot be used here. Known kinds: Canary, Silence.',
  ])
})

test('what a document lacks may come by itself: it is put in force then, and nothing is before', async () => {
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

test('what is wrong with documents of kinds after its own is shown by the kind that shows problems', async () => {
  await writeFile(join(dir, 'a.yaml'), `${document('a', 'Silence')}---\n${document('late')}`)
  lacks = 'There is no team dba.'
  await start()
  expect(applied.errors.map(({ reason }) => reason)).toEqual(['There is no team dba.'])
  expect(shown.map(({ reason }) => reason)).toEqual(['There is no team dba.', 'It silences nothing.'])
})
