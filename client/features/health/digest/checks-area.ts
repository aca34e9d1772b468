import { healthChecks } from '#shared/health/health-topics.ts'
import { digestArea } from '#client/live/absence/digest-area.ts'

export const checksArea = digestArea(healthChecks, async () => (await import('./checks-news.ts')).checksNews)
