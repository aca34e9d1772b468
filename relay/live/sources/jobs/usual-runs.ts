import { z } from 'zod'
import type { JobRun } from '#shared/jobs/job-run.ts'
import type { FetchText } from '#relay/live/sources/fetch-text.ts'
import { jobHistories, jobKeyOf, sameJobQuery } from './job-query.ts'

type Usual = JobRun['usual']

const lookedAt = 15
const neededMin = 3
const keptMs = 300_000
const keptMax = 500

export const goodRunsSchema = z.array(
  z.object({ duration_millis: z.number().nullish(), success_count: z.number().nullish() }),
)

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

const usualOf = (body: string): Usual => {
  const read = goodRunsSchema.safeParse(JSON.parse(body))
  const good = read.success ? read.data.filter(({ duration_millis: ms }) => typeof ms === 'number') : []
  if (good.length < neededMin) return null
  return { ms: median(good.map(({ duration_millis: ms }) => ms ?? 0)), count: good[0]?.success_count ?? 0 }
}

/** Tells what good runs of a run's job came to: the median of their durations, the count of the last. Asked every five minutes. */
export const createUsualRuns = (fetchText: FetchText) => {
  const known = new Map<string, { readonly usual: Usual; readonly atMs: number }>()
  return async (run: JobRun, signal: AbortSignal): Promise<Usual> => {
    const key = jobKeyOf(run)
    const kept = known.get(key)
    if (kept !== undefined && Date.now() - kept.atMs < keptMs) return kept.usual
    const select = 'select=duration_millis,success_count&order=created_at.desc'
    const query = `${sameJobQuery(run)}&status=eq.SUCCESS&${select}&limit=${lookedAt}`
    const usual = usualOf(await fetchText(`${jobHistories}?${query}`, signal))
    if (known.size >= keptMax) known.clear()
    known.set(key, { usual, atMs: Date.now() })
    return usual
  }
}
