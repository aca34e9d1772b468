import { nodeSize, type NodePosition, type NodePositions } from './graph-data.ts'

const { width, height, gap } = nodeSize
const pitch = height + gap

const overlaps = (a: NodePosition, b: NodePosition) =>
  Math.abs(a.x - b.x) < width + gap / 2 && Math.abs(a.y - b.y) < height + gap / 2

const findFreePosition = (wanted: NodePosition, taken: readonly NodePosition[]): NodePosition => {
  const column = taken.filter(({ x }) => Math.abs(x - wanted.x) < width + gap / 2)
  for (let step = 0; step <= column.length; step += 1) {
    for (const y of [wanted.y + step * pitch, wanted.y - step * pitch]) {
      const position = { x: wanted.x, y }
      if (!column.some((other) => overlaps(position, other))) return position
    }
  }
  return { x: wanted.x, y: Math.max(...column.map(({ y }) => y)) + pitch }
}

const nearestKnown = (position: NodePosition, known: readonly (readonly [string, NodePosition])[]) =>
  known.toSorted(
    ([, a], [, b]) =>
      Math.abs(a.x - position.x) - Math.abs(b.x - position.x) ||
      Math.abs(a.y - position.y) - Math.abs(b.y - position.y),
  )[0]

export const anchored = (before: NodePositions, laidOut: NodePositions, anchor: string | null): NodePositions => {
  const [at, now] = anchor === null ? [] : [before.get(anchor), laidOut.get(anchor)]
  if (now === undefined || at === undefined) return laidOut
  return new Map([...laidOut].map(([id, { x, y }]) => [id, { x: x + at.x - now.x, y: y + at.y - now.y }]))
}

export const keepPositions = (before: NodePositions, laidOut: NodePositions, anchor: string | null): NodePositions => {
  const known = [...laidOut].filter(([id]) => before.has(id))
  if (known.length * 2 < laidOut.size) return anchored(before, laidOut, anchor)
  const positions = new Map<string, NodePosition>()
  for (const [id] of known) {
    const position = before.get(id)
    if (position !== undefined) positions.set(id, position)
  }
  for (const [id, position] of laidOut) {
    if (positions.has(id)) continue
    const near = nearestKnown(position, known)
    const previous = near && before.get(near[0])
    const wanted =
      near && previous ? { x: position.x + previous.x - near[1].x, y: position.y + previous.y - near[1].y } : position
    positions.set(id, findFreePosition(wanted, [...positions.values()]))
  }
  return positions
}
