import { toUptime } from '#shared/health/roll-up.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { Age } from '#client/ui/age.tsx'
import { ResultStrip } from '#client/ui/charts/result-strip.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { SmallTable, type SmallColumn } from '#client/ui/table/small-table.tsx'
import { textColumns } from '#client/ui/table/text-column.ts'
import { setTab } from '#client/features/health/use-health-query.ts'
import type { FacetSummary as Summary } from './all-healthy-panels.ts'

interface FacetSummaryProps {
  readonly title: string
  readonly summaries: readonly Summary[]
  readonly lastKnown: boolean
}

const formatUptime = (roll: Summary['roll']) => {
  const uptime = toUptime(roll)
  if (uptime === null) return '–'
  return uptime === 100 ? '100' : uptime.toFixed(2)
}

const formatValue = (title: string, value: string) => (value === '' ? `No ${title}` : value)
const toColumns = (title: string, lastKnown: boolean): readonly SmallColumn<Summary>[] => [
  {
    id: 'value',
    title,
    text: ({ value }) => formatValue(title, value),
    cell: ({ value }) => (
      <button type="button" className="healthy-check cut" onClick={() => setTab(value)}>
        {formatValue(title, value)}
      </button>
    ),
  },
  {
    id: 'checks',
    title: 'Checks',
    align: 'end',
    className: 'healthy-short',
    text: ({ roll }) => roll.total,
    cell: ({ roll }) => formatCount(roll.total),
  },
  {
    id: 'uptime',
    title: 'Uptime %',
    align: 'end',
    className: 'healthy-short dim',
    text: ({ roll }) => toUptime(roll),
    cell: ({ roll }) => formatUptime(roll),
  },
  {
    id: 'oldest',
    title: 'Oldest',
    align: 'end',
    className: 'healthy-wide healthy-short',
    text: ({ roll }) => roll.oldestRuntime,
    cell: ({ roll }) => <Age at={roll.oldestRuntime} />,
  },
  {
    id: 'lastFail',
    title: 'Last failed',
    align: 'end',
    className: 'healthy-wide dim',
    text: ({ roll }) => roll.lastFail,
    cell: ({ roll }) => <Moment at={roll.lastFail} />,
  },
  {
    id: 'last30',
    title: 'Last 30',
    className: 'healthy-wide healthy-strip',
    cell: ({ roll }) => <ResultStrip results={roll.recent} stale={lastKnown} />,
  },
]
const getValue = ({ value }: Summary) => value

export function FacetSummary({ title, summaries, lastKnown }: FacetSummaryProps) {
  const columns = toColumns(title, lastKnown)
  return (
    <section className="healthy-panel" aria-label={`By ${title}`}>
      <header>
        <h3>
          By {title} <small>uptime over 1h</small>
        </h3>
        <ListTools
          table="checks-by"
          noun={`checks by ${title}`}
          texts={textColumns(columns)}
          pages={wholeList(summaries)}
        />
      </header>
      <SmallTable columns={columns} rows={summaries} getKey={getValue} />
    </section>
  )
}
