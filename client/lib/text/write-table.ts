export type Cell = string | number | null

interface TableFormat {
  readonly extension: string
  readonly mediaType: string
  readonly start: (titles: readonly string[]) => string
  readonly row: (titles: readonly string[], cells: readonly Cell[], index: number) => string
  readonly end: string
}

/** Security: spreadsheets execute cells that start with these characters. */
const formula = /^[=+\-@\t\r]/

const csvCell = (cell: Cell): string => {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = formula.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const csvLine = (cells: readonly Cell[]) => `${cells.map(csvCell).join(',')}\r\n`

const csv: TableFormat = {
  extension: 'csv',
  mediaType: 'text/csv;charset=utf-8',
  start: (titles) => `\uFEFF${csvLine(titles)}`,
  row: (_, cells) => csvLine(cells),
  end: '',
}

const json: TableFormat = {
  extension: 'json',
  mediaType: 'application/json',
  start: () => '[',
  row: (titles, cells, index) =>
    `${index === 0 ? '' : ','}\n  ${JSON.stringify(Object.fromEntries(titles.map((title, at) => [title, cells[at]])))}`,
  end: '\n]\n',
}

const markdownCell = (cell: Cell): string =>
  cell === null
    ? ''
    : String(cell)
        .replaceAll(/[\\|`*_<>[\]]/g, String.raw`\$&`)
        .replaceAll(/\s*[\r\n]+\s*/g, ' ')
const markdownLine = (cells: readonly Cell[]) => `| ${cells.map(markdownCell).join(' | ')} |\n`

const markdown: TableFormat = {
  extension: 'md',
  mediaType: 'text/markdown',
  start: (titles) => markdownLine(titles) + markdownLine(titles.map(() => '')).replaceAll('  ', ' --- '),
  row: (_, cells) => markdownLine(cells),
  end: '',
}

export const tableFormats = { csv, json, markdown } as const satisfies Record<string, TableFormat>
export type TableFormatName = keyof typeof tableFormats
