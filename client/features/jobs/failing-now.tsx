import { useMemo, useRef } from 'react'
import { failingJobs } from '#shared/jobs/job-topics.ts'
import type { FailingJob, FailingRow, JobFacts } from '#shared/jobs/failing-job.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { compareValues } from '#shared/sorting/sort-value.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { formatSpan } from '#client/lib/time/format-span.ts'
import type { TopicView } from '#client/live/topic-view.ts'
import { Badge } from '#client/ui/badge.tsx'
import { ResultStrip } from '#client/ui/charts/result-strip.tsx'
import { useWholeRows } from '#client/ui/layout/use-whole-rows.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { TopicNotice } from '#client/ui/feedback/topic-notice.tsx'
import '#client/ui/table/data-table.css'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { SmallTable, type SmallColumn } from '#client/ui/table/small-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { jobColumns } from './job-columns.tsx'

const rankStatus = ({ run: { status } }: FailingJob) => (status === 'FAILED' ? 0 : 1)

const classNames: Readonly<Record<string, string>> = {
  status: '',
  name: 'failing-name',
  resource: '',
  agent: 'failing-wide',
  message: 'failing-message',
}
const columns: readonly SmallColumn<FailingJob>[] = [
  ...jobColumns
    .filter(({ id }) => id in classNames)
    .map(({ id, title, text, cell }): SmallColumn<FailingJob> => ({
      id,
      title,
      className: classNames[id] ?? '',
      text: ({ run }) => text?.(run) ?? null,
      cell: ({ run }) => cell(run),
    })),
  {
    id: 'firstSeen',
    title: 'First seen',
    align: 'end',
    className: 'tabular',
    text: ({ firstSeen }) => firstSeen,
    cell: ({ firstSeen, streakIsLonger }) => (
      <>
        {streakIsLonger ? 'before ' : ''}
        <Since at={firstSeen} />
      </>
    ),
  },
  {
    id: 'streak',
    title: 'Streak',
    align: 'end',
    className: 'tabular',
    text: ({ streak }) => streak,
    cell: ({ streak, streakIsLonger }) => (streakIsLonger ? `over ${streak}` : streak),
  },
  {
    id: 'last30',
    title: 'Last 30',
    className: 'failing-wide',
    cell: ({ recent }) => <ResultStrip results={recent} />,
  },
  {
    id: 'nextAt',
    title: 'Next run',
    align: 'end',
    className: 'failing-wide tabular',
    text: ({ nextAt }) => nextAt,
    cell: ({ nextAt }) => <NextRun at={nextAt} />,
  },
]
const texts = textColumns(columns)

type Rows = TopicView<FailingRow>['rows']

const findFacts = (rows: Rows): JobFacts | null => [...rows.values()].find((row) => row.kind === 'facts') ?? null

export const listFailing = (rows: Rows): readonly FailingJob[] =>
  [...rows.values()]
    .filter((row) => row.kind === 'failing')
    .sort((a, b) => rankStatus(a) - rankStatus(b) || compareValues(a.run.startedAt, b.run.startedAt, true))

function Since({ at }: { readonly at: string }) {
  const { clock } = useClockFormats()
  return <time dateTime={at}>{clock(Date.parse(at))}</time>
}

function Quiet({ facts: { runs, newestAt, lastBadAt } }: { readonly facts: JobFacts }) {
  const now = useServerNow(1_000)
  const ago = (at: string) => `${formatSpan(Math.max(0, now - Date.parse(at)))} ago`
  if (newestAt === null)
    return (
      <section className="jobs-quiet" aria-label="Failing now">
        <h2>No job ran in the last 24 hours</h2>
        <p>Job health is unknown: each scheduled run adds a row here.</p>
      </section>
    )
  return (
    <section className="jobs-quiet" aria-label="Failing now">
      <h2>
        <StateMark state="healthy" label="" /> No failing jobs
      </h2>
      <p className="tabular">
        Latest run {ago(newestAt)}.{runs === null ? '' : ` ${formatCount(runs, 'run')} in 24 h.`}{' '}
        {lastBadAt === null ? 'No failures in 7 days.' : `Last failure: ${ago(lastBadAt)}.`}
      </p>
    </section>
  )
}

function NextRun({ at }: { readonly at: string | null }) {
  const inMs = Date.parse(at ?? '') - useServerNow(1_000)
  if (at === null) return <span className="faint">–</span>
  return <time dateTime={at}>{inMs > 0 ? `in ${formatSpan(inMs)}` : 'due'}</time>
}

export function FailingNow({ topic }: { readonly topic: TopicView<FailingRow> }) {
  const { rows } = topic
  const failing = useMemo(() => listFailing(rows), [rows])
  const facts = useMemo(() => findFacts(rows), [rows])
  const frame = useRef<HTMLDivElement>(null)
  const whole = useWholeRows(frame, 'tbody > tr', useIsWall(window.location.pathname))
  const isLive = topic.status === 'live'
  return (
    <>
      <TopicNotice topic={topic} subject="Failing jobs" />
      {failing.length === 0 ? (
        isLive && facts !== null ? (
          <Quiet facts={facts} />
        ) : null
      ) : (
        <section className="failing" aria-label="Failing now" data-stale={isLive ? undefined : ''}>
          <div className="failing-head">
            <h2>
              Failing now <Badge count={failing.length} label="jobs" />
            </h2>
            <span className="dim">
              Latest run of each job, not filtered.
              {facts !== null && facts.beyond > 0 ? ` ${facts.beyond} more not checked.` : ''}
            </span>
            <ListTools table="failing-jobs" noun="failing jobs" texts={texts} pages={wholeList(failing)} />
          </div>
          <div ref={frame} className="failing-scroll">
            <SmallTable
              className="data-table"
              label="Failing now"
              columns={columns}
              rows={failing}
              getKey={failingJobs.getKey}
            />
            {whole === null ? null : <p className="data-table-rest">{formatCount(failing.length - whole)} more</p>}
          </div>
        </section>
      )}
    </>
  )
}
