import { useQuery } from '@tanstack/react-query'
import { severityWeight } from '#shared/health/severity.ts'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { queriesReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { ClockTime } from './clock-time.tsx'
import { insightsAtMomentQuery, type InsightThen } from './moments-api.ts'
import type { Moment } from './moments.ts'

interface InsightRow {
  readonly insight: InsightThen
  readonly presence: 'both' | 'added' | 'gone'
}

const getMessage = ({ summary, message }: InsightThen) => summary ?? message
const presenceLabels = { both: 'at both times', added: 'added', gone: 'removed' } as const

const columns: readonly ListColumn<InsightRow>[] = [
  {
    id: 'severity',
    title: 'Severity',
    rank: 0,
    width: 96,
    text: ({ insight }) => insight.severity,
    sortsBy: ({ insight }) => severityWeight(insight.severity),
    cell: ({ insight }) => <SeverityTag severity={insight.severity} />,
  },
  {
    id: 'message',
    title: 'Message',
    rank: 0,
    minWidth: 200,
    text: ({ insight }) => getMessage(insight),
    cell: ({ insight }) => (
      <span className="cut" title={insight.message ?? undefined}>
        {getMessage(insight)}
      </span>
    ),
  },
  plainColumn(({ insight }) => insight.analysis_type, { id: 'type', title: 'Type', rank: 3, width: 128 }),
  plainColumn(({ insight }) => insight.analyzer, {
    id: 'analyzer',
    title: 'Analyzer',
    rank: 4,
    width: 144,
    className: 'dim',
  }),
  {
    id: 'first',
    title: 'First observed',
    rank: 2,
    width: 192,
    text: ({ insight }) => insight.first_observed,
    cell: ({ insight: { first_observed: at } }) => (at === null ? null : <ClockTime at={at} />),
  },
]
const presence: ListColumn<InsightRow> = {
  id: 'presence',
  title: 'Present',
  rank: 1,
  width: 128,
  text: (row) => presenceLabels[row.presence],
  cell: (row) => presenceLabels[row.presence],
}
const comparedColumns = [...columns.slice(0, 2), presence, ...columns.slice(2)]

const getId = ({ insight }: InsightRow) => insight.id
const none: readonly InsightThen[] = []

const compare = (before: readonly InsightThen[], after: readonly InsightThen[]): readonly InsightRow[] => {
  const [olds, news] = [before, after].map((each) => new Set(each.map(({ id }) => id)))
  const all = new Map([...before, ...after].map((insight) => [insight.id, insight]))
  return [...all.values()].map((insight) => ({
    insight,
    presence: !olds?.has(insight.id) ? 'added' : news?.has(insight.id) ? 'both' : 'gone',
  }))
}

interface MomentInsightsProps {
  readonly id: string
  readonly at: Moment
  readonly and?: Moment
}

export function MomentInsights({ id, at, and }: MomentInsightsProps) {
  const first = useQuery(insightsAtMomentQuery(id, at))
  const second = useQuery({ ...insightsAtMomentQuery(id, and ?? at), enabled: and !== undefined })
  const queries = and === undefined ? [first] : [first, second]
  const before = first.data ?? none
  const source = useWholeList({
    reading: queriesReading(queries),
    columns: and === undefined ? columns : comparedColumns,
    rows: compare(before, and === undefined ? before : (second.data ?? none)),
  })
  return (
    <ListFrame
      table="insights-then"
      label="Insights"
      source={source}
      getKey={getId}
      facts={countFact(source.total, 'insight', 'insights')}
      nothing={<EmptyState title="No insights at this time" />}
    />
  )
}
