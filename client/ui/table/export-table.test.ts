import { expect, test } from 'vitest'
import { exportName, writeDocuments, writeList } from './export-table.ts'
import { listInPages, wholeList } from './list-pages.ts'

const columns = [{ id: 'id', title: 'Id', text: (row: number) => row }]
const getId = (row: number) => String(row)
const running = new AbortController().signal

test('exports a list of many pages, and a row that moved to the next page only once', async () => {
  const all = [1, 2, 3, 4, 5]
  const requested: number[] = []
  const pages = listInPages(2, getId, async ({ offset, limit }) => {
    requested.push(offset)
    // A row was inserted after the first page was read.
    const now = offset === 0 ? all : [0, ...all]
    return { rows: now.slice(offset, offset + limit), total: now.length }
  })
  const progress: (number | null)[][] = []
  const bytes = await writeList({
    format: 'csv',
    columns,
    pages,
    signal: running,
    onProgress: (written, total) => progress.push([written, total]),
  })
  expect(await bytes.text()).toBe('Id\r\n1\r\n2\r\n3\r\n4\r\n5\r\n')
  expect(requested).toEqual([0, 2, 4, 6])
  expect(progress).toEqual([
    [2, 5],
    [3, 6],
    [5, 6],
    [5, 6],
  ])
})

test('an aborted export returns nothing and requests no more pages', async () => {
  const stop = new AbortController()
  const requested: number[] = []
  const pages = listInPages(1, getId, async ({ offset }) => {
    requested.push(offset)
    if (offset === 1) stop.abort()
    return { rows: [offset], total: 9 }
  })
  await expect(writeList({ format: 'json', columns, pages, signal: stop.signal })).rejects.toThrow('aborted')
  expect(requested).toEqual([0, 1])
})

test('exports a complete list as one page, with continuous numbering in JSON', async () => {
  const bytes = await writeList({ format: 'json', columns, pages: wholeList([7, 8]), signal: running })
  expect(JSON.parse(await bytes.text())).toEqual([{ Id: 7 }, { Id: 8 }])
})

test('a file is named after its list and its time', () => {
  expect(exportName('users', 'csv', new Date('2026-11-23T09:42:10Z'))).toBe('users-2026-11-23T09-42.csv')
})

const documentText = (name: string) =>
  `---\nkind: Canary\nmetadata:\n  name: ${name}\nspec:\n  http:\n    - name: b\n      url: a\n`

const loadDocuments = async (rows: readonly number[]) =>
  rows.map((row) => ({ kind: 'Canary', metadata: { name: `c${row}` }, spec: { http: [{ url: 'a', name: 'b' }] } }))

test('exports rows as YAML documents, which are loaded by page', async () => {
  const pages = listInPages(2, getId, async ({ offset, limit }) => ({
    rows: [1, 2, 3].slice(offset, offset + limit),
    total: 3,
  }))
  const bytes = await writeDocuments({ pages, signal: running, loadDocuments })
  expect(await bytes.text()).toBe(['c1', 'c2', 'c3'].map(documentText).join(''))
  expect(exportName('canaries', 'yaml', new Date('2026-11-22T09:05:00Z'))).toBe('canaries-2026-11-22T09-05.yaml')
})
