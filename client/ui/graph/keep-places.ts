import { nodeSize, type Place, type Places } from './graph-data.ts'

const { width, height, gap } = nodeSize
const pitch = height + gap

const overlaps = (a: Place, b: Place) => Math.abs(a.x - b.x) < width + gap / 2 && Math.abs(a.y - b.y) < height + gap / 2

/** The nearest free place above or below. */
const freePlace = (wanted: Place, taken: readonly Place[]): Place => {
  const column = taken.filter(({ x }) => Math.abs(x - wanted.x) < width + gap / 2)
  for (let step = 0; step <= column.length; step += 1) {
    for (const y of [wanted.y + step * pitch, wanted.y - step * pitch]) {
      const place = { x: wanted.x, y }
      if (!column.some((other) => overlaps(place, other))) return place
    }
  }
  return { x: wanted.x, y: Math.max(...column.map(({ y }) => y)) + pitch }
}

/** Which known node a new one is laid out nearest to: of its own column, if one is there. */
const nearestKnown = (place: Place, known: readonly (readonly [string, Place])[]) =>
  known.toSorted(
    ([, a], [, b]) =>
      Math.abs(a.x - place.x) - Math.abs(b.x - place.x) || Math.abs(a.y - place.y) - Math.abs(b.y - place.y),
  )[0]

/** The new layout moved as a whole, so that one node is where it was. */
export const anchored = (before: Places, laidOut: Places, anchor: string | null): Places => {
  const [at, now] = anchor === null ? [] : [before.get(anchor), laidOut.get(anchor)]
  if (now === undefined || at === undefined) return laidOut
  return new Map([...laidOut].map(([id, { x, y }]) => [id, { x: x + at.x - now.x, y: y + at.y - now.y }]))
}

/**
 * The places after some nodes came and others went: those that were there stay where they were, new ones go beside what they are
 * laid out next to, onto nobody. Where more than half are new it is the new layout, with `anchor` where it was.
 */
export const keepPlaces = (before: Places, laidOut: Places, anchor: string | null): Places => {
  const known = [...laidOut].filter(([id]) => before.has(id))
  if (known.length * 2 < laidOut.size) return anchored(before, laidOut, anchor)
  const places = new Map<string, Place>()
  for (const [id] of known) {
    const place = before.get(id)
    if (place !== undefined) places.set(id, place)
  }
  for (const [id, place] of laidOut) {
    if (places.has(id)) continue
    const near = nearestKnown(place, known)
    const kept = near && before.get(near[0])
    const wanted = near && kept ? { x: place.x + kept.x - near[1].x, y: place.y + kept.y - near[1].y } : place
    places.set(id, freePlace(wanted, [...places.values()]))
  }
  return places
}
