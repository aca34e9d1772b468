import type { JobFilter, JobRun, JobTotals } from '#shared/jobs/job-run.ts'
import { jobFilterQuery, jobsQuery } from '#shared/jobs/jobs-query.ts'
import type { TopicSource } from '#relay/live/feeds/source.ts'
import type { FetchCounted } from '#relay/live/sources/fetch-text.ts'
import { jobColumns, jobHistories, readJobRuns } from './job-query.ts'
import { createUsualRuns } from './usual-runs.ts'

const comparedMax = 30

export const jobHistorySource = (fetchCounted: FetchCounted): TopicSource<JobFilter> => {
  const findUsual = createUsualRuns(async (path, signal) => (await fetchCounted(path, signal)).body)
  return {
    load: async (filter, signal) => {
      const observedAtMs = Date.now()
      const { limit, offset } = filter
      const page = `${jobHistories}?select=${jobColumns}&limit=${limit}&offset=${offset}&${jobsQuery(filter, observedAtMs)}`
      const countGood = async () => {
        if (filter.statuses?.split(',').includes('!SUCCESS') !== true) return null
        const good = jobFilterQuery({ ...filter, statuses: 'SUCCESS' }, observedAtMs)
        return (await fetchCounted(`${jobHistories}?select=id&limit=1&${good}`, signal)).total
      }
      const [{ body, total }, hiddenGood] = await Promise.all([fetchCounted(page, signal), countGood()])
      let compared = 0
      const withUsual = async (run: JobRun): Promise<JobRun> => {
        if (run.status !== 'RUNNING' || compared >= comparedMax) return run
        compared += 1
        return { ...run, usual: await findUsual(run, signal) }
      }
      const totals: JobTotals = { kind: 'totals', all: total, hiddenGood }
      const unread: unknown[] = []
      const read = readJobRuns(body, (error) => unread.push(error))
      const runs = await Promise.all(read.map(withUsual))
      return { body: JSON.stringify([totals, ...runs]), observedAtMs, unread }
    },
  }
}
