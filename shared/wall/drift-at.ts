/** How far from its place a page may drift, in pixels. */
export const driftPx = 8

const turnMs = 41 * 60_000
const breathMs = 67 * 60_000

/**
 * Where a page stands at a moment, in whole pixels from its place: it wanders through a disc of `driftPx`, by at most a
 * pixel or so a minute, so that no edge burns into a screen. Both times have no common measure that a person would see.
 */
export const driftAt = (ms: number): { x: number; y: number } => {
  const angle = (ms / turnMs) * 2 * Math.PI
  const radius = driftPx * Math.abs(Math.sin((ms / breathMs) * 2 * Math.PI))
  return { x: Math.trunc(radius * Math.cos(angle)), y: Math.trunc(radius * Math.sin(angle)) }
}
