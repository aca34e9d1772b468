import { compareNames } from '#shared/health/name-order.ts'
import type { MarkSlots } from '#shared/wall/mark-slots.ts'

/** A namespace on the map, or those too many to be named; lengths in units of the smallest text. */
export interface MapBlock {
  readonly title: string
  /** The ids of the checks in the order of their places, downwards, then to the right; empty for a gap. */
  readonly slots: readonly string[]
  readonly columns: number
  readonly width: number
}

export interface MarkMap {
  /** Marks in a column. */
  readonly rows: number
  /** From the middle of a mark to that of the next one. */
  readonly pitch: number
  /** Blocks beside each other, band below band. */
  readonly bands: readonly (readonly MapBlock[])[]
}

interface MapRoom {
  readonly width: number
  /** For the marks, without the names above the first band. */
  readonly height: number
  readonly pitchMax: number
  /** How wide a text in the smallest type is. */
  readonly measureText: (text: string) => number
}

/** Between blocks, and between bands with the names of the lower one. */
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

/** A name with room for a number of one digit behind it; a longer one stands over many marks, which are wider. */
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

/** Things beside each other in as many bands as they need. */
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

/** The largest marks with which the blocks fit into a number of bands. */
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

/**
 * The map of all checks with the largest marks that fit. Every namespace has its name where all names fit, in several bands
 * where the room is high enough; else the largest have. It depends on the places and the room alone, never on states.
 */
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
