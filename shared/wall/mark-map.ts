import { compareNames } from '#shared/health/name-order.ts'
import type { MarkSlots } from '#shared/wall/mark-slots.ts'

export interface MapBlock {
  readonly title: string
  readonly slots: readonly string[]
  readonly columns: number
  readonly width: number
}

export interface MarkMap {
  readonly rows: number
  readonly pitch: number
  readonly bands: readonly (readonly MapBlock[])[]
}

interface MapRoom {
  readonly width: number
  readonly height: number
  readonly pitchMax: number
  readonly measureText: (text: string) => number
}

const gap = 0.6
const bandGap = 1.74
const titleMax = 9
const numberWidth = 0.95
const rowsMax = 400
const bandsMax = 3
const bandHeightLeast = 1.2

interface Named {
  readonly title: string
  readonly slots: readonly string[]
}

const titleWidth = (title: string, measureText: MapRoom['measureText']) =>
  Math.min(measureText(title) + numberWidth, titleMax)

const titled = (slots: MarkSlots): Named[] =>
  [...slots].map(([name, ids]) => ({ title: name === '' ? 'no namespace' : name, slots: ids }))

const fold = (all: readonly Named[], named: number): Named[] => {
  const bySize = all.toSorted((a, b) => b.slots.length - a.slots.length || compareNames(a.title, b.title))
  const namedBlocks = new Set(bySize.slice(0, named))
  const rest = all.filter((block) => !namedBlocks.has(block))
  const shown = all.filter((block) => namedBlocks.has(block))
  if (rest.length === 0) return shown
  return [...shown, { title: `${rest.length} more`, slots: rest.flatMap(({ slots }) => slots) }]
}

const pack = <T>(items: readonly T[], width: number, measure: (item: T) => number): T[][] => {
  const bands: T[][] = [[]]
  let left = width
  for (const item of items) {
    const own = measure(item)
    if (own > left && left < width) {
      bands.push([])
      left = width
    }
    bands.at(-1)?.push(item)
    left -= own + gap
  }
  return bands
}

const draw = (blocks: readonly Named[], rows: number, pitch: number, measureText: MapRoom['measureText']): MapBlock[] =>
  blocks.map(({ title, slots }) => {
    const columns = Math.ceil(slots.length / rows)
    return { title, slots, columns, width: Math.max(titleWidth(title, measureText), columns * pitch) }
  })

const fit = (
  blocks: readonly Named[],
  bandCount: number,
  { width, height, pitchMax, measureText }: MapRoom,
): MarkMap => {
  const bandHeight = (height - (bandCount - 1) * bandGap) / bandCount
  const longest = Math.max(1, ...blocks.map(({ slots }) => slots.length))
  for (let rows = Math.max(1, Math.min(longest, Math.floor(bandHeight / pitchMax))); ; rows++) {
    const pitch = Math.min(pitchMax, bandHeight / rows)
    const bands = pack(draw(blocks, rows, pitch, measureText), width, (block) => block.width)
    const isWide = bands.length > bandCount || bands.flat().some((block) => block.width > width)
    if (!isWide || rows >= rowsMax) return { rows, pitch, bands }
  }
}

/** Depends only on slots and room, never on check states, so that marks do not move. */
export const markMap = (slots: MarkSlots, room: MapRoom): MarkMap => {
  const all = titled(slots)
  const most = Math.max(1, Math.min(bandsMax, Math.floor((room.height + bandGap) / (bandHeightLeast + bandGap))))
  const arrangeNames = (blocks: readonly Named[]) =>
    pack(blocks, room.width, ({ title }) => titleWidth(title, room.measureText)).length
  for (let bands = 1; bands <= most; bands++) if (arrangeNames(all) <= bands) return fit(all, bands, room)
  let named = all.length - 1
  while (named > 0 && arrangeNames(fold(all, named)) > most) named--
  return fit(fold(all, named), most, room)
}
