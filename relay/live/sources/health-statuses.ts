import { checkStatusSchema, type CheckStatus } from '#shared/health/check-status.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'

const newest = 50
const columns = 'check_id,time,status,invalid,duration,message,error'

export const healthStatusesSource = (fetchText: FetchText): TopicSource<{ checkId: string }, CheckStatus> => ({
  load: async ({ checkId }, signal) => {
    const observedAtMs = Date.now()
    const query = `check_id=eq.${checkId}&select=${columns}&order=time.desc&limit=${newest}`
    return { body: await fetchText(`/api/db/check_statuses?${query}`, signal), observedAtMs }
  },
  parseRow: (entry) => checkStatusSchema.parse(entry),
})
