import type { CheckRow } from '#shared/health/check-row.ts'
import { findIntervalMs } from '#shared/health/staleness.ts'
import { formatDuration } from '#shared/primitives/duration.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { Age } from '#client/ui/age.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { SmallTable, type SmallColumn } from '#client/ui/table/small-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { CheckLink } from './check-link.tsx'

interface SchedulesProps {
  readonly kind: 'rare' | 'next'
  readonly checks: readonly CheckRow[]
  readonly lastKnown: boolean
}

const panelTexts = {
  rare: { title: 'Least frequent checks', note: 'by schedule', next: 'Next' },
  next: { title: 'Next expected results', note: 'late after 2 missed intervals', next: 'Due' },
} as const

const formatInterval = (row: CheckRow) => {
  const intervalMs = findIntervalMs(row)
  return intervalMs === null ? row.schedule : formatDuration(intervalMs)
}

function Due({ at }: { readonly at: string | null }) {
  const now = useServerNow(1_000)
  if (at === null) return <span className="faint">–</span>
  const leftMs = Date.parse(at) - now
  return leftMs < 1000 ? 'now' : `in ${formatAge(leftMs)}`
}

const toColumns = (kind: SchedulesProps['kind'], lastKnown: boolean): readonly SmallColumn<CheckRow>[] => [
  { id: 'check', title: 'Check', text: ({ name }) => name, cell: (check) => <CheckLink check={check} /> },
  {
    id: 'every',
    title: 'Every',
    className: 'healthy-wide healthy-every',
    text: formatInterval,
    cell: (check) => <span className="mono dim">{formatInterval(check)}</span>,
  },
  {
    id: 'last',
    title: 'Last',
    align: 'end',
    className: 'healthy-wide healthy-short',
    text: ({ lastRuntime }) => lastRuntime,
    cell: ({ lastRuntime }) => <Age at={lastRuntime} />,
  },
  {
    id: 'next',
    title: panelTexts[kind].next,
    align: 'end',
    className: 'healthy-short',
    text: ({ nextRuntime }) => nextRuntime,
    cell: ({ nextRuntime }) => <Due at={lastKnown ? null : nextRuntime} />,
  },
]
const texts = textColumns(toColumns('rare', false))
const getId = ({ id }: CheckRow) => id

export function Schedules({ kind, checks, lastKnown }: SchedulesProps) {
  const { title, note } = panelTexts[kind]
  const columns = toColumns(kind, lastKnown)
  return (
    <section className="healthy-panel" aria-label={title}>
      <header>
        <h3>
          {title} <small>{note}</small>
        </h3>
        <ListTools table={`checks-${kind}`} noun={title.toLowerCase()} texts={texts} pages={wholeList(checks)} />
      </header>
      {checks.length === 0 ? (
        <p className="healthy-none">The backend does not report schedules.</p>
      ) : (
        <SmallTable
          columns={kind === 'rare' ? columns : columns.filter(({ id }) => id !== 'last')}
          rows={checks}
          getKey={getId}
        />
      )}
    </section>
  )
}
