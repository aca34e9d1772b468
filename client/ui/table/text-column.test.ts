import { expect, test } from 'vitest'
import { inOrder, textColumns } from './text-column.ts'

const columns = [
  { id: 'name', title: 'Name', rank: 0, text: ({ name }: Row) => name },
  { id: 'size', title: 'Size', unit: 'MB', rank: 0, text: ({ size }: Row) => size },
  { id: 'buttons', title: '', rank: 0 },
]
interface Row {
  readonly name: string
  readonly size: number | null
}
const rows: Row[] = [
  { name: 'b', size: 10 },
  { name: 'c', size: null },
  { name: 'a', size: 9 },
  { name: 'd', size: 9 },
]
const order = (sorting: { id: string; desc: boolean } | null) =>
  inOrder(rows, columns, sorting, { id: 'name', desc: false })
    .map(({ name }) => name)
    .join('')

test.each([
  ['the default order without a choice', null, 'abcd'],
  ['numbers by size, the same in the usual order, and rows without one last', { id: 'size', desc: false }, 'adbc'],
  ['the other way, with the same two ends', { id: 'size', desc: true }, 'badc'],
  ['the usual order by a column that does not exist', { id: 'gone', desc: true }, 'abcd'],
])('%s', (_case, sorting, names) => {
  expect(order(sorting)).toBe(names)
})

test('exports columns with their units, and skips columns without text', () => {
  expect(textColumns(columns).map(({ title }) => title)).toEqual(['Name', 'Size (MB)'])
})
