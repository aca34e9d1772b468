import { checksArea } from '#client/features/health/digest/checks-area.ts'
import type { DigestArea } from '#client/live/absence/digest-area.ts'

/** The areas that tell what happened while somebody was away, in the order in which they do. */
export const digestAreas: readonly DigestArea[] = [checksArea]
