import { checkHref } from '#client/domain/health/check-href.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { queriesReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { ClockTime } from './clock-time.tsx'
import { checksAtMomentQuery, type CheckThen } from './moments-api.ts'
import type { Moment } from './moments.ts'

interface CheckRow {
  readonly id: string
  readonly earlier: CheckThen | undefined
  readonly later: CheckThen | undefined
}

const getName = ({ id, earlier, later }: CheckRow) => (later ?? earlier)?.name ?? id
const stateLabel = (check: CheckThen | undefined): string => {
  if (check === undefined) return 'not present'
  if (check.result === null) return 'no result stored'
  return check.result.isHealthy ? 'healthy' : 'unhealthy'
}

function State({ check }: { readonly check: CheckThen | undefined }) {
  return (
    <span className="catalog-name" title={check?.result?.message ?? undefined}>
      <StatusDot status={check?.result ? stateLabel(check) : null} none={stateLabel(check)} />
      {stateLabel(check)}
    </span>
  )
}

const state = (id: 'earlier' | 'later', title: string): ListColumn<CheckRow> => ({
  id,
  title,
  rank: 1,
  width: 160,
  text: (row) => stateLabel(row[id]),
  cell: (row) => <State check={row[id]} />,
})

const name: ListColumn<CheckRow> = {
  id: 'name',
  title: 'Name',
  rank: 0,
  minWidth: 180,
  text: getName,
  cell: (row) => (
    <Link className="cut" href={checkHref(row.id)}>
      {getName(row)}
    </Link>
  ),
}
const at: ListColumn<CheckRow> = {
  id: 'at',
  title: 'Last result',
  rank: 2,
  width: 192,
  text: ({ earlier }) => earlier?.result?.at ?? null,
  cell: ({ earlier }) => (earlier?.result ? <ClockTime at={earlier.result.at} /> : <span className="faint">–</span>),
}
const message: ListColumn<CheckRow> = {
  id: 'message',
  title: 'Message',
  rank: 3,
  minWidth: 200,
  text: ({ earlier }) => earlier?.result?.message ?? null,
  cell: ({ earlier }) => <span className="cut dim">{earlier?.result?.message}</span>,
}

const ofOne = [name, state('earlier', 'Status'), message, at]
const ofTwo = [name, state('earlier', 'Then'), state('later', 'Later')]
const getId = ({ id }: CheckRow) => id
const byName = { id: 'name', desc: false }
const none: readonly CheckThen[] = []

export function MomentChecks({
  id,
  at: moment,
  and,
}: {
  readonly id: string
  readonly at: Moment
  readonly and?: Moment
}) {
  const first = useQuery(checksAtMomentQuery(id, moment))
  const second = useQuery({ ...checksAtMomentQuery(id, and ?? moment), enabled: and !== undefined })
  const [earlier, later] = [first.data ?? none, second.data ?? none]
  const ids = [...new Set([...earlier, ...later].map((check) => check.id))]
  const rows = ids.map((checkId): CheckRow => ({
    id: checkId,
    earlier: earlier.find((check) => check.id === checkId),
    later: later.find((check) => check.id === checkId),
  }))
  const source = useWholeList({
    reading: queriesReading(and === undefined ? [first] : [first, second]),
    columns: and === undefined ? ofOne : ofTwo,
    rows,
    usual: byName,
  })
  return (
    <ListFrame
      table="checks-then"
      label="Checks"
      source={source}
      getKey={getId}
      facts={countFact(source.total, 'check', 'checks')}
      nothing={<EmptyState title="No checks for this item at this time" />}
    />
  )
}
