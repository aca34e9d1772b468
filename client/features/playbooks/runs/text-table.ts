import { isMap } from '#shared/primitives/is-map.ts'

const columnsMax = 30

const toCell = (value: unknown): string | null => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return typeof value === 'object' || text.includes('\n') ? null : text
}

/** Rows of plain values as aligned columns below their names; null for anything else. */
export const formatTextTable = (rows: readonly unknown[]): string | null => {
  const maps = rows.filter(isMap)
  const names = [...new Set(maps.flatMap((row) => Object.keys(row)))]
  if (maps.length === 0 || maps.length < rows.length || names.length === 0 || names.length > columnsMax) return null
  const cells = maps.map((row) => names.map((name) => toCell(row[name])))
  const lines = [names, ...cells.map((line) => line.map((cell) => cell ?? ''))]
  if (cells.some((line) => line.includes(null))) return null
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
