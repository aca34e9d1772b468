const beganMs = Date.UTC(2026, 0, 1)
/** Far longer than anybody takes to make a version, so that versions never overtake the clock. */
const leastMs = 100

/**
 * The version at which a feed goes on that was recorded up to `recorded`: beyond everything that an earlier relay may have
 * given out and not recorded, also when that relay went on from the same version and was ended just as early.
 */
export const versionStart = (recorded: number, nowMs: number): number =>
  Math.max(recorded + 2 ** 20, Math.ceil((nowMs - beganMs) / leastMs))
