import type { ListColumn } from './list-column.ts'

/** Widths in pixels at a text size of 12 px, as in `ListColumn`. */
export interface ColumnSettings {
  readonly shown: Readonly<Record<string, boolean>>
  readonly order: readonly string[]
  readonly pinned: readonly string[]
  readonly widths: Readonly<Record<string, number>>
}

export const noSettings: ColumnSettings = { shown: {}, order: [], pinned: [], widths: {} }

const widthLimits = { min: 32, max: 2_000 } as const

const toColumnWidth = (px: number): number => Math.round(Math.min(widthLimits.max, Math.max(widthLimits.min, px)))

/** As in the address of a saved view: `hide.type pin.name width.name.220 order.state.name`. */
export const formatColumnSettings = ({ shown, order, pinned, widths }: ColumnSettings): string =>
  [
    ...Object.entries(shown).map(([id, isShown]) => `${isShown ? 'show' : 'hide'}.${id}`),
    ...pinned.map((id) => `pin.${id}`),
    ...Object.entries(widths).map(([id, width]) => `width.${id}.${width}`),
    ...(order.length === 0 ? [] : [`order.${order.join('.')}`]),
  ].join(' ')

const parseWord = (settings: ColumnSettings, word: string): ColumnSettings => {
  const [kind, ...ids] = word.split('.')
  const [id = '', width] = ids
  if (id === '') return settings
  if (kind === 'show' || kind === 'hide') return { ...settings, shown: { ...settings.shown, [id]: kind === 'show' } }
  if (kind === 'pin') return { ...settings, pinned: [...settings.pinned, id] }
  if (kind === 'order') return { ...settings, order: ids }
  if (kind !== 'width' || !Number.isFinite(Number(width))) return settings
  return { ...settings, widths: { ...settings.widths, [id]: toColumnWidth(Number(width)) } }
}

export const parseColumnSettings = (text: string): ColumnSettings => text.split(' ').reduce(parseWord, noSettings)

/** Columns that the chosen order does not name follow the column before them in the declaration. */
export const orderColumns = <C extends Pick<ListColumn<never>, 'id'>>(
  columns: readonly C[],
  { order, pinned }: ColumnSettings,
): readonly C[] => {
  if (order.length === 0 && pinned.length === 0) return columns
  const ordered = order.flatMap((id) => columns.find((column) => column.id === id) ?? [])
  for (const [index, column] of columns.entries()) {
    const before = columns[index - 1]
    if (!ordered.includes(column)) ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, column)
  }
  const isPinned = ({ id }: C) => pinned.includes(id)
  return [...ordered.filter(isPinned), ...ordered.filter((column) => !isPinned(column))]
}

/** Null brings the default width back. */
export const resizeColumn = (settings: ColumnSettings, id: string, width: number | null): ColumnSettings => {
  const { [id]: _, ...others } = settings.widths
  return { ...settings, widths: width === null ? others : { ...others, [id]: toColumnWidth(width) } }
}
