import { checksArea } from '#client/features/health/digest/checks-area.ts'
import type { DigestArea } from '#client/live/absence/digest-area.ts'

export const digestAreas: readonly DigestArea[] = [checksArea]
