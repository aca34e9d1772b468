import type { ListColumn } from './list-column.ts'

export type ChosenColumns = Readonly<Record<string, boolean>>

interface Sizes extends Pick<ListColumn<never>, 'id' | 'rank' | 'roomPx' | 'isOptional'> {
  readonly width?: number | string
  readonly minWidth?: number
}

const getWidth = ({ roomPx, width, minWidth }: Sizes) => roomPx ?? (typeof width === 'number' ? width : minWidth) ?? 0

export const isChoosable = ({ rank, title }: Pick<ListColumn<never>, 'rank' | 'title'>): boolean =>
  rank > 0 && title !== ''

export const isWanted = (column: Pick<Sizes, 'id' | 'isOptional'>, chosen: ChosenColumns): boolean =>
  chosen[column.id] ?? column.isOptional !== true

export const fitColumns = <C extends Sizes>(
  columns: readonly C[],
  room: number,
  chosen: ChosenColumns,
): readonly C[] => {
  const wanted = columns.filter((column) => isWanted(column, chosen))
  const getRank = ({ id, rank }: Sizes) => (rank > 0 && chosen[id] === true ? 0.5 : rank)
  let missing = wanted.reduce((sum, column) => sum + getWidth(column), 0) - room
  const leaving = new Set<C>()
  for (const column of wanted.toSorted((a, b) => getRank(b) - getRank(a))) {
    if (missing <= 0 || getRank(column) === 0) break
    leaving.add(column)
    missing -= getWidth(column)
  }
  return wanted.filter((column) => !leaving.has(column))
}
