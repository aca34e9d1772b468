export const driftPx = 8

const turnMs = 41 * 60_000
const breathMs = 67 * 60_000

/**
 * Prevents burn-in: moves within a disc of `driftPx`, about a pixel per minute. The two periods must have no
 * visible common multiple.
 */
export const driftAt = (ms: number): { x: number; y: number } => {
  const angle = (ms / turnMs) * 2 * Math.PI
  const radius = driftPx * Math.abs(Math.sin((ms / breathMs) * 2 * Math.PI))
  return { x: Math.trunc(radius * Math.cos(angle)), y: Math.trunc(radius * Math.sin(angle)) }
}
