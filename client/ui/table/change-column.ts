import { orderColumns, type ColumnSettings } from './column-settings.ts'
import type { ListColumn } from './list-column.ts'

type Named = Pick<ListColumn<never>, 'id' | 'title'>

const findNeighbour = (columns: readonly Named[], settings: ColumnSettings, id: string, by: -1 | 1) => {
  const titled = orderColumns(columns, settings).filter(({ title }) => title !== '')
  const neighbour = titled[titled.findIndex((column) => column.id === id) + by]
  const isSameGroup = settings.pinned.includes(id) === settings.pinned.includes(neighbour?.id ?? '')
  return isSameGroup ? neighbour : undefined
}

export const canMoveColumn = (...moved: Parameters<typeof findNeighbour>): boolean =>
  findNeighbour(...moved) !== undefined

export const moveColumn = (
  columns: readonly Named[],
  settings: ColumnSettings,
  id: string,
  by: -1 | 1,
): ColumnSettings => {
  const neighbour = findNeighbour(columns, settings, id, by)?.id
  if (neighbour === undefined) return settings
  const swapped = new Map([
    [id, neighbour],
    [neighbour, id],
  ])
  return { ...settings, order: orderColumns(columns, settings).map((column) => swapped.get(column.id) ?? column.id) }
}

export const showColumn = (settings: ColumnSettings, id: string, isShown: boolean): ColumnSettings => ({
  ...settings,
  shown: { ...settings.shown, [id]: isShown },
})

export const pinColumn = (settings: ColumnSettings, id: string, isPinned: boolean): ColumnSettings => {
  const others = settings.pinned.filter((each) => each !== id)
  return { ...settings, pinned: isPinned ? [...others, id] : others }
}
