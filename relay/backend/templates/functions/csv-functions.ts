import { isMap, toList, toText } from '#relay/backend/templates/go-template/values.ts'

/** RFC 4180. Empty lines are skipped. */
export const parseCsv = (text: string, separator = ','): readonly (readonly string[])[] => {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    if (row.length > 0 || cell !== '') rows.push([...row, cell])
    row = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text.charAt(at + 1) === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r' || text.charAt(at + 1) !== '\n') cell += character
  }
  endRow()
  return rows
}

export const csvRows = (text: string, separator?: string): readonly Readonly<Record<string, string>>[] => {
  const [header = [], ...rows] = parseCsv(text, separator)
  return rows.map((row) => Object.fromEntries(header.map((name, index): [string, string] => [name, row[index] ?? ''])))
}

export const csvColumns = (text: string, separator?: string): Readonly<Record<string, readonly string[]>> => {
  const [header = [], ...rows] = parseCsv(text, separator)
  return Object.fromEntries(
    header.map((name, index): [string, readonly string[]] => [name, rows.map((row) => row[index] ?? '')]),
  )
}

const writeCell = (value: unknown, separator: string): string => {
  const text = toText(value)
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const toCsv = (value: unknown, separator = ','): string => {
  const members = toList(value)
  const [first] = members
  const names = isMap(first) ? Object.keys(first) : undefined
  const rows =
    names === undefined
      ? members.map(toList)
      : [names, ...members.map((member) => names.map((name) => (isMap(member) ? member[name] : '')))]
  return rows.map((row) => `${row.map((cell) => writeCell(cell, separator)).join(separator)}\n`).join('')
}
