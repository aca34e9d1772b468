import { compareNames } from '#shared/health/name-order.ts'
import type { MarkPlaces } from '#shared/wall/mark-places.ts'

/** A namespace on the map, or those too many to be named; lengths in units of the smallest text. */
export interface MapBlock {
  readonly title: string
  /** The ids of the checks in the order of their places, downwards, then to the right; empty for a gap. */
  readonly places: readonly string[]
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
  readonly widthOf: (text: string) => number
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
  readonly places: readonly string[]
}

/** A name with room for a number of one digit behind it; a longer one stands over many marks, which are wider. */
const titleWidth = (title: string, widthOf: MapRoom['widthOf']) => Math.min(widthOf(title) + numberWidth, titleMax)

const titled = (places: MarkPlaces): Named[] =>
  [...places].map(([name, ids]) => ({ title: name === '' ? 'no namespace' : name, places: ids }))

const fold = (all: readonly Named[], named: number): Named[] => {
  const bySize = all.toSorted((a, b) => b.places.length - a.places.length || compareNames(a.title, b.title))
  const kept = new Set(bySize.slice(0, named))
  const rest = all.filter((block) => !kept.has(block))
  const shown = all.filter((block) => kept.has(block))
  if (rest.length === 0) return shown
  return [...shown, { title: `${rest.length} more`, places: rest.flatMap(({ places }) => places) }]
}

/** Things beside each other in as many bands as they need. */
const pack = <T>(things: readonly T[], width: number, widthOf: (thing: T) => number): T[][] => {
  const bands: T[][] = [[]]
  let left = width
  for (const thing of things) {
    const own = widthOf(thing)
    if (own > left && left < width) {
      bands.push([])
      left = width
    }
    bands.at(-1)?.push(thing)
    left -= own + gap
  }
  return bands
}

const draw = (blocks: readonly Named[], rows: number, pitch: number, widthOf: MapRoom['widthOf']): MapBlock[] =>
  blocks.map(({ title, places }) => {
    const columns = Math.ceil(places.length / rows)
    return { title, places, columns, width: Math.max(titleWidth(title, widthOf), columns * pitch) }
  })

/** The largest marks with which the blocks fit into a number of bands. */
const fit = (blocks: readonly Named[], bandCount: number, { width, height, pitchMax, widthOf }: MapRoom): MarkMap => {
  const bandHeight = (height - (bandCount - 1) * bandGap) / bandCount
  const longest = Math.max(1, ...blocks.map(({ places }) => places.length))
  for (let rows = Math.max(1, Math.min(longest, Math.floor(bandHeight / pitchMax))); ; rows++) {
    const pitch = Math.min(pitchMax, bandHeight / rows)
    const bands = pack(draw(blocks, rows, pitch, widthOf), width, (block) => block.width)
    const isWide = bands.length > bandCount || bands.flat().some((block) => block.width > width)
    if (!isWide || rows >= rowsMax) return { rows, pitch, bands }
  }
}

/**
 * The map of all checks with the largest marks that fit. Every namespace has its name where all names fit, in several bands
 * where the room is high enough; else the largest have. It depends on the places and the room alone, never on states.
 */
export const markMap = (places: MarkPlaces, room: MapRoom): MarkMap => {
  const all = titled(places)
  const most = Math.max(1, Math.min(bandsMax, Math.floor((room.height + bandGap) / (bandHeightLeast + bandGap))))
  const bandsOfNames = (blocks: readonly Named[]) =>
    pack(blocks, room.width, ({ title }) => titleWidth(title, room.widthOf)).length
  for (let bands = 1; bands <= most; bands++) if (bandsOfNames(all) <= bands) return fit(all, bands, room)
  let named = all.length - 1
  while (named > 0 && bandsOfNames(fold(all, named)) > most) named--
  return fit(fold(all, named), most, room)
}
