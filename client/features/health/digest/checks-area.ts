import { healthChecks } from '#shared/health/health-topics.ts'
import { digestArea } from '#client/live/absence/digest-area.ts'

/** The checks in the digest; the code that tells of them comes when there is something to tell. */
export const checksArea = digestArea(healthChecks, async () => (await import('./checks-news.ts')).checksNews)
