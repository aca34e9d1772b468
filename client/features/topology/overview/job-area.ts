import { useMemo } from 'react'
import type { FailingJob } from '#shared/jobs/failing-job.ts'
import { failingJobs } from '#shared/jobs/job-topics.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { compareValues } from '#shared/sorting/sort-value.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { routes } from '#client/lib/address/routes.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { linesMax, toArea, type Area, type Finding, type FindingLine } from './area.ts'

const noParams = {}
const scrapedTypes: ReadonlySet<string> = new Set(['config_scraper', 'catalog_scraper'])

const toLine = ({ run, firstSeen }: FailingJob): FindingLine => ({
  key: run.id,
  name: run.resourceName || run.name,
  text: causeFirst(run.message),
  sinceMs: Date.parse(firstSeen),
  href: `${routes.jobs}?job=${encodeURIComponent(run.id)}`,
})

const isFailed = ({ run }: FailingJob) => run.status === 'FAILED'

const isScrape = ({ run }: FailingJob) => scrapedTypes.has(run.resourceType)

const toFinding = (
  jobs: readonly FailingJob[],
  { one, several, href }: { readonly one: string; readonly several: string; readonly href: string },
): Finding => ({
  key: several,
  state: jobs.some(isFailed) ? 'unhealthy' : 'warning',
  isBroken: true,
  href,
  title: formatCount(jobs.length, one, several),
  lines: jobs.slice(0, linesMax).map(toLine),
})

const findInJobs = (jobs: readonly FailingJob[]): readonly Finding[] => {
  const sorted = jobs.toSorted(
    (a, b) => Number(isFailed(b)) - Number(isFailed(a)) || compareValues(a.firstSeen, b.firstSeen, true),
  )
  return [
    toFinding(sorted.filter(isScrape), {
      one: 'failing scraper',
      several: 'failing scrapers',
      href: `${routes.scrapers}?status=FAILED:1,WARNING:1`,
    }),
    toFinding(
      sorted.filter((job) => !isScrape(job)),
      { one: 'failing job', several: 'failing jobs', href: `${routes.jobs}?status=FAILED:1,WARNING:1` },
    ),
  ]
}

export const useJobArea = (): Area | null => {
  const isAllowed = useAllows()(failingJobs.resource, 'read')
  const { status, rows, reason, observedAtMs } = useTopic(failingJobs, isAllowed ? noParams : null)
  const findings = useMemo(() => findInJobs([...rows.values()].filter((row) => row.kind === 'failing')), [rows])
  if (!isAllowed) return null
  return toArea('Jobs', [{ status, isKnown: observedAtMs !== null, reason }], () => ({
    findings,
    healthyText: 'no failing jobs',
  }))
}
