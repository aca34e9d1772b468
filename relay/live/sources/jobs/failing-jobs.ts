import type { FailingJob, JobFacts } from '#shared/jobs/failing-job.ts'
import type { JobRun } from '#shared/jobs/job-run.ts'
import { isBadStatus } from '#shared/jobs/job-status.ts'
import { createAtOnce } from '#shared/primitives/at-once.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchCounted } from '#relay/live/sources/fetch-text.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { dayMs } from '#shared/primitives/time-units.ts'
import { jobColumns, jobHistories, toJobKey, readJobRuns, sameJobQuery } from './job-query.ts'

const intervalsMax = 5
const tolerance = 0.25

/** Job histories contain no schedule, so a job without regular intervals has no next run. Newest start first. */
export const estimateNextRun = (startedAt: readonly string[]): string | null => {
  const starts = startedAt.slice(0, intervalsMax + 1).map((at) => Date.parse(at))
  const intervals = starts.slice(1).map((start, index) => (starts[index] ?? start) - start)
  const median = intervals.toSorted((a, b) => a - b)[Math.floor(intervals.length / 2)]
  const [newest] = starts
  if (median === undefined || newest === undefined || intervals.length < 2) return null
  const isRegular = intervals.every((interval) => Math.abs(interval - median) <= tolerance * median)
  return isRegular ? toIsoTime(newest + median) : null
}

const lookedBackMs = 7 * dayMs
const badRunsMax = 500
const jobsMax = 100
const runsPerJobMax = 200
const maxConcurrentRequests = 4

const light =
  'id,name,agent_id,resource_type,resource_id,resource_name,status,success_count,error_count,duration_millis,time_start,created_at'

type ReadRuns = (body: string) => readonly JobRun[]

const recentMax = 30
const results: Readonly<Record<string, string>> = { SUCCESS: 'p', WARNING: 'm', FAILED: 'f' }

const computeStreak = (runs: readonly JobRun[]): Omit<FailingJob, 'kind' | 'run'> | null => {
  const finishedRuns = runs.filter(({ status }) => isBadStatus(status) || status === 'SUCCESS')
  const firstGood = finishedRuns.findIndex(({ status }) => status === 'SUCCESS')
  const bad = firstGood < 0 ? finishedRuns : finishedRuns.slice(0, firstGood)
  const first = bad.at(-1)
  if (first === undefined) return null
  return {
    firstSeen: first.startedAt,
    streak: bad.length,
    streakIsLonger: firstGood < 0 && runs.length >= runsPerJobMax,
    recent: finishedRuns
      .slice(0, recentMax)
      .map(({ status }) => results[status] ?? 'g')
      .toReversed()
      .join(''),
    nextAt: estimateNextRun(runs.map(({ startedAt }) => startedAt)),
  }
}

/** A job that recovered is only queried again after another failed run. */
export const failingJobsSource = (fetchCounted: FetchCounted): TopicSource<Record<string, never>> => {
  let recovered: ReadonlyMap<string, string> = new Map()

  const findFailingJob = async (run: JobRun, read: ReadRuns, signal: AbortSignal): Promise<FailingJob | null> => {
    const query = `select=${light}&${sameJobQuery(run)}&order=created_at.desc&limit=${runsPerJobMax}`
    const streak = computeStreak(read((await fetchCounted(`${jobHistories}?${query}`, signal)).body))
    return streak === null ? null : { kind: 'failing', run, ...streak }
  }

  return {
    load: async (_params, signal) => {
      const observedAtMs = Date.now()
      const since = (ms: number) => `created_at=gt.${new Date(observedAtMs - ms).toISOString()}`
      const badRunsQuery = `select=${jobColumns}&status.filter=FAILED,WARNING&${since(lookedBackMs)}`
      const [bad, day] = await Promise.all([
        fetchCounted(`${jobHistories}?${badRunsQuery}&order=created_at.desc&limit=${badRunsMax}`, signal),
        fetchCounted(`${jobHistories}?select=${light}&${since(dayMs)}&order=created_at.desc&limit=1`, signal),
      ])
      const unread: unknown[] = []
      const read: ReadRuns = (body) => readJobRuns(body, (error) => unread.push(error))
      const badRuns = read(bad.body)
      const newestBad = new Map<string, JobRun>()
      for (const run of badRuns) if (!newestBad.has(toJobKey(run))) newestBad.set(toJobKey(run), run)
      const inDoubt = [...newestBad].filter(([key, { id, startedAt }]) => recovered.get(key) !== `${id} ${startedAt}`)

      const failing: FailingJob[] = []
      const works = new Map([...recovered].filter(([key]) => newestBad.has(key)))
      const atOnce = createAtOnce(maxConcurrentRequests)
      const look = async ([key, run]: [string, JobRun]) => {
        const found = await findFailingJob(run, read, signal)
        if (found === null) works.set(key, `${run.id} ${run.startedAt}`)
        else failing.push(found)
      }
      await Promise.all(inDoubt.slice(0, jobsMax).map((job) => atOnce(() => look(job))))
      recovered = works
      const facts: JobFacts = {
        kind: 'facts',
        runs: day.total,
        newestAt: read(day.body)[0]?.startedAt ?? null,
        lastBadAt: badRuns[0]?.startedAt ?? null,
        beyond: Math.max(0, inDoubt.length - jobsMax),
      }
      const ordered = failing.toSorted((a, b) => b.run.startedAt.localeCompare(a.run.startedAt))
      return { body: JSON.stringify([facts, ...ordered]), observedAtMs, unread }
    },
  }
}
