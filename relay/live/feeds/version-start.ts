const beganMs = Date.UTC(2026, 0, 1)
/** Versions must not be created faster than this, or they overtake the clock. */
const leastMs = 100

/**
 * Beyond every version that an earlier relay may have sent without recording it, including one that restarted
 * from the same version.
 */
export const versionStart = (recorded: number, nowMs: number): number =>
  Math.max(recorded + 2 ** 20, Math.ceil((nowMs - beganMs) / leastMs))
