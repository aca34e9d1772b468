import { expect, test } from 'vitest'
import { tableFormats, type Cell, type TableFormatName } from './write-table.ts'

const titles = ['Name', 'Says', 'Count']
const rows: Cell[][] = [
  ['api', 'two\nlines, "quoted"', 3],
  ['=1+1', null, -4],
]

const written = (name: TableFormatName, all: readonly Cell[][]): string => {
  const { start, row, end } = tableFormats[name]
  return start(titles) + all.map((cells, index) => row(titles, cells, index)).join('') + end
}

test('CSV quotes where needed, and formulas stay text', () => {
  expect(written('csv', rows)).toBe('\uFEFFName,Says,Count\r\napi,"two\nlines, ""quoted""",3\r\n\'=1+1,,-4\r\n')
})

test('JSON is a list of objects by title, and an empty one is valid', () => {
  expect(JSON.parse(written('json', rows))).toEqual([
    { Name: 'api', Says: 'two\nlines, "quoted"', Count: 3 },
    { Name: '=1+1', Says: null, Count: -4 },
  ])
  expect(JSON.parse(written('json', []))).toEqual([])
})

test('Markdown keeps each row on one line and escapes cell separators and links', () => {
  expect(written('markdown', [...rows, ['a|b', '[x](y) <img>', 0]])).toBe(
    '| Name | Says | Count |\n| --- | --- | --- |\n| api | two lines, "quoted" | 3 |\n| =1+1 |  | -4 |\n' +
      '| a\\|b | \\[x\\](y) \\<img\\> | 0 |\n',
  )
})
