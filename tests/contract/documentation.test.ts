import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { headingId, parseIndex } from '#client/features/docs/parse-doc.ts'
import { listSpecTypes } from '#client/features/settings/resources/form/spec-forms.ts'
import { backupKinds } from '#relay/backend/backup/backup-kinds.ts'
import type { References } from '#relay/backend/backup/references.ts'
import { checkKinds } from '#relay/backend/checks/types/check-types.ts'
import { parseDocuments } from '#relay/backend/resources/parse-documents.ts'
import { allowed } from '#relay/config/variables.ts'
import { scraperKinds } from '#relay/backend/scrapers/scraper-kinds.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folders = ['docs', 'shared', 'machines', 'relay', 'client', 'tests']
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`)
const documents = [...readdirSync(root), ...folders.flatMap(filesIn)].filter((path) => path.endsWith('.md'))

const withoutCode = (text: string) => text.replaceAll(/^```[\s\S]*?^```/gm, '')
const anchorsIn = (path: string) =>
  [...withoutCode(read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => headingId(heading))

test.each(documents)('links of %s lead to existing files and headings', (path) => {
  const links = [...withoutCode(read(path)).matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : normalize(join(dirname(path), file))
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsIn(target).includes(anchor))
  })
  expect(broken).toEqual([])
})

const folderFiles = folders.flatMap(filesIn)

test.each(documents)('files and folders that %s names exist', (path) => {
  const names = [
    ...withoutCode(read(path)).matchAll(/`([\w@./-]+\.(?:tsx?|sql|css)|(?:shared|machines|relay|client)\/[\w./-]+)`/g),
  ]
  const missing = names.filter(([, name = '']) => {
    const inFolder = normalize(join(dirname(path), name))
    return (
      !name.includes('NNNN') &&
      ![name, inFolder].some((file) => existsSync(join(root, file))) &&
      !folderFiles.some((file) => file.endsWith(`/${name}`))
    )
  })
  expect(missing.map(([, name]) => name)).toEqual([])
})

test('docs/README.md lists every document by its title, which the console relies on', () => {
  const listed = parseIndex(read('docs/README.md')).flatMap(({ entries }) => entries)
  const present = documents.filter((path) => /^docs\/[^/]+$/.test(path) && path !== 'docs/README.md')
  expect(listed.map(({ name, title }) => `docs/${name}.md: # ${title}`).sort()).toEqual(
    present.map((path) => `${path}: ${read(path).slice(0, read(path).indexOf('\n'))}`).sort(),
  )
})

test('docs/configuration.md documents exactly the variables that the relay reads', () => {
  const described = [...read('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name = '']) => name)
  expect(described.sort()).toEqual(Object.keys(allowed).sort())
})

const testPaths = (name: string) => [name.replace('*.test.ts', ''), `tests/integration/${name}`]

test('tests named in docs/security.md exist', () => {
  const named = [...read('docs/security.md').matchAll(/`([^`]+\.(?:test|spec)\.ts)`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((name) => !testPaths(name).some((path) => existsSync(join(root, path))))).toEqual([])
})

describe('every supported check type', () => {
  /** An alias shares the spec of its type. */
  const names = [...new Set(checkKinds.map(({ spec }) => spec))].map((spec) =>
    checkKinds.filter((kind) => kind.spec === spec).map(({ key }) => key),
  )

  test('is described in docs/health.md', () => {
    const text = read('docs/health.md')
    expect(names.filter((aliases) => !aliases.some((key) => text.includes(`\`${key}\``)))).toEqual([])
  })

  test('is offered by the form of a health check', () => {
    const offered = new Set(listSpecTypes('canaries').map(({ key }) => key))
    expect(names.filter((aliases) => !aliases.some((key) => offered.has(key)))).toEqual([])
  })
})

test('docs/catalog.md names every supported scraper type', () => {
  const text = read('docs/catalog.md')
  expect(scraperKinds.here.filter(({ key }) => !text.includes(`\`${key}\``)).map(({ key }) => key)).toEqual([])
})

describe('resource documents in the documentation', () => {
  const anyName: References = { findName: () => undefined, findId: () => '0195c0de-0000-7000-8000-000000000001' }
  const examples = documents.flatMap((path) =>
    path.startsWith('docs/') || path === 'README.md'
      ? [...read(path).matchAll(/^```yaml\n([\s\S]*?)^```/gm)].flatMap(([, text = '']) =>
          /^kind: /m.test(text) ? [{ path, text }] : [],
        )
      : [],
  )

  test('exist', () => {
    expect(examples.length).toBeGreaterThan(8)
  })

  test.each(examples)('the document in $path is valid', async ({ path, text }) => {
    const parsed = parseDocuments(path, text)
    expect(parsed.errors).toEqual([])
    for (const document of parsed.documents) {
      const kind = backupKinds.find(({ kind }) => kind === document.kind)
      expect(await kind?.toRow(document, anyName)).toMatchObject({ row: expect.anything() })
    }
  })
})
