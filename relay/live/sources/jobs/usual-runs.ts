import { z } from 'zod'
import type { JobRun } from '#shared/jobs/job-run.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'
import { jobHistories, toJobKey, sameJobQuery } from './job-query.ts'

type Usual = JobRun['usual']

const lookedAt = 15
const neededMin = 3
const cacheMs = 300_000
const cacheMax = 500

export const goodRunsSchema = z.array(
  z.object({ duration_millis: z.number().nullish(), success_count: z.number().nullish() }),
)

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const parseUsual = (body: string): Usual => {
  const read = goodRunsSchema.safeParse(JSON.parse(body))
  const good = read.success ? read.data.filter(({ duration_millis: ms }) => typeof ms === 'number') : []
  if (good.length < neededMin) return null
  return { ms: median(good.map(({ duration_millis: ms }) => ms ?? 0)), count: good[0]?.success_count ?? 0 }
}

export const createUsualRuns = (fetchText: FetchText) => {
  const known = new Map<string, { readonly usual: Usual; readonly atMs: number }>()
  return async (run: JobRun, signal: AbortSignal): Promise<Usual> => {
    const key = toJobKey(run)
    const cached = known.get(key)
    if (cached !== undefined && Date.now() - cached.atMs < cacheMs) return cached.usual
    const select = 'select=duration_millis,success_count&order=created_at.desc'
    const query = `${sameJobQuery(run)}&status=eq.SUCCESS&${select}&limit=${lookedAt}`
    const usual = parseUsual(await fetchText(`${jobHistories}?${query}`, signal))
    if (known.size >= cacheMax) known.clear()
    known.set(key, { usual, atMs: Date.now() })
    return usual
  }
}
