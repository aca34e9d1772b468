import { orderColumns, type ColumnSettings } from './column-settings.ts'
import type { ListColumn } from './list-column.ts'

type Sizes = Pick<ListColumn<never>, 'id' | 'rank' | 'isOptional' | 'width' | 'minWidth'>

/** Lengths in pixels at a text size of 12 px. */
export interface FittedColumn<C> {
  readonly column: C
  /** Null: as declared. */
  readonly widthPx: number | null
  /** Distance from the start of a table that scrolls sideways; null for a column that scrolls with it. */
  readonly stuckAtPx: number | null
}

interface FittedColumns<C> {
  readonly fitted: readonly FittedColumn<C>[]
  /** Null if the table does not scroll sideways. */
  readonly scrollsPx: number | null
}

const getWidth = ({ width, minWidth }: Sizes) => width ?? minWidth ?? 0
const scrolledPx = 96

export const isChoosable = ({ rank, title }: Pick<ListColumn<never>, 'rank' | 'title'>): boolean =>
  rank > 0 && title !== ''

export const isWanted = (column: Pick<Sizes, 'id' | 'isOptional'>, { shown }: Pick<ColumnSettings, 'shown'>): boolean =>
  shown[column.id] ?? column.isOptional !== true

export const fitColumns = <C extends Sizes>(
  columns: readonly C[],
  room: number,
  settings: ColumnSettings,
): FittedColumns<C> => {
  const { shown, pinned, widths } = settings
  const wanted = orderColumns(columns, settings).filter((column) => isWanted(column, settings))
  const getSize = (column: Sizes) => widths[column.id] ?? getWidth(column)
  const getRank = ({ id, rank }: Sizes) => {
    if (rank === 0 || pinned.includes(id) || widths[id] !== undefined) return 0
    return shown[id] === true ? 0.5 : rank
  }
  const isOwn = pinned.length > 0 || Object.keys(widths).length > 0
  let neededPx = wanted.reduce((sum, column) => sum + getSize(column), 0)
  const leaving = new Set<C>()
  for (const column of wanted.toSorted((a, b) => getRank(b) - getRank(a))) {
    if (neededPx <= room || getRank(column) === 0) break
    leaving.add(column)
    neededPx -= getSize(column)
  }
  const staying = wanted.filter((column) => !leaving.has(column))
  if (!isOwn || neededPx <= room)
    return {
      scrollsPx: null,
      fitted: staying.map((column) => ({ column, widthPx: widths[column.id] ?? null, stuckAtPx: null })),
    }
  let scrollsPx = 0
  const fitted = staying.map((column) => {
    const widthPx = getSize(column) || scrolledPx
    const stuckAtPx = pinned.includes(column.id) ? scrollsPx : null
    scrollsPx += widthPx
    return { column, widthPx, stuckAtPx }
  })
  return { scrollsPx, fitted }
}
