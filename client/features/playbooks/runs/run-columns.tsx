import { Link } from 'wouter'
import type { ListedRun } from '#shared/playbooks/listed-run.ts'
import { isFinalRun } from '#shared/playbooks/run-status.ts'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { useFormatTime } from '#client/lib/time/format-time.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { runHref, getRunTarget, getRunTitle } from './run-links.ts'
import { RunProgress } from './run-progress.tsx'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import { Took } from './took.tsx'
import type { RunRow } from './urgent-first.ts'

function At({ at }: { readonly at: string | null }) {
  const { clock } = useClockFormats()
  const format = useFormatTime()
  if (at === null) return null
  return (
    <time dateTime={at} title={format(new Date(at), 'full')}>
      {clock(Date.parse(at))}
    </time>
  )
}

function Resource({ run }: { readonly run: ListedRun }) {
  const target = getRunTarget(run)
  if (target === null) return <span className="faint">–</span>
  return (
    <Link className="run-cell-link" href={target.href} onClick={(event) => event.stopPropagation()}>
      {target.name}
    </Link>
  )
}

function Starter({ run }: { readonly run: ListedRun }) {
  const { created_by: person, notification_send_id: send } = run
  if (person === null) return <span className="faint">{send === null ? '–' : 'notification'}</span>
  return (
    <span className="run-starter">
      <Avatar person={{ ...person, email: '' }} />
      <span className="cut">{person.name}</span>
    </span>
  )
}

const toDurationSeconds = ({ start_time: from, end_time: to }: ListedRun): number | null =>
  from === null || to === null ? null : (Date.parse(to) - Date.parse(from)) / 1_000

export const runColumns = (
  reader: { readonly id: string; readonly email: string },
  stale: boolean,
): readonly ListColumn<RunRow>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 120,
    text: getRunTitle,
    cell: (run) => (
      <span className="run-name">
        <StateMark state={toRunState(run.status)} stale={stale} label={formatStatus(run.status)} />
        <Link className="cut" href={runHref(run.id)} onClick={(event) => event.stopPropagation()}>
          {getRunTitle(run)}
        </Link>
        {run.count === undefined ? null : <span className="run-count dim tabular">×{run.count}</span>}
      </span>
    ),
  },
  {
    id: 'resource',
    title: 'Resource',
    flex: 0.6,
    rank: 4,
    minWidth: 120,
    text: (run) => getRunTarget(run)?.name ?? null,
    cell: (run) => <Resource run={run} />,
  },
  {
    id: 'status',
    title: 'Status',
    flex: 2,
    rank: 0,
    minWidth: 120,
    isSortable: true,
    text: ({ status }) => formatStatus(status),
    cell: (run) => <RunProgress run={run} reader={reader} />,
  },
  {
    id: 'date',
    title: 'Started',
    align: 'end',
    width: 136,
    rank: 1,
    isSortable: true,
    text: (run) => run.start_time,
    cell: (run) => <At at={run.start_time} />,
  },
  {
    id: 'duration',
    title: 'Duration',
    align: 'end',
    width: 88,
    rank: 2,
    unit: 's',
    text: toDurationSeconds,
    cell: (run) => <Took from={run.start_time} to={run.end_time} isOver={isFinalRun(run.status)} />,
  },
  {
    id: 'created_at',
    title: 'Created At',
    align: 'end',
    width: 136,
    rank: 5,
    isSortable: true,
    text: (run) => run.created_at,
    cell: (run) => <At at={run.created_at} />,
  },
  {
    id: 'created_by',
    title: 'Created By',
    width: 136,
    rank: 3,
    text: (run) => run.created_by?.name ?? null,
    cell: (run) => <Starter run={run} />,
  },
]
