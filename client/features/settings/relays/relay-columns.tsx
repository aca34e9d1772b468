import { formatCount } from '#shared/primitives/format-count.ts'
import { describeDifference, nameRelay, type RelayRow } from '#shared/relays/relays-topic.ts'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { actColumn, ageColumn, countColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'

const marks = {
  working: 'healthy',
  draining: 'running',
  drained: 'unknown',
  stopping: 'warning',
  silent: 'unhealthy',
} as const satisfies Record<RelayRow['state'], State>

/** A start within a second of its time is on time: people see no difference. */
const onTimeMs = 1_000

const formatLate = (lateMs: number): string =>
  lateMs < onTimeMs ? `${lateMs} ms` : `${(lateMs / 1_000).toLocaleString('en', { maximumFractionDigits: 1 })} s`

function Documents({ relay: { files, differing, differingCount } }: { readonly relay: RelayRow }) {
  if (files === null) return <span className="faint">–</span>
  const [first] = differing
  if (first === undefined) return <span className="dim">{formatCount(files)}</span>
  const rest = differingCount - 1
  return (
    <span className="warn-text cut" title={differing.map(describeDifference).join('\n')}>
      {describeDifference(first)}
      {rest > 0 ? ` (${formatCount(rest)} more)` : ''}
    </span>
  )
}

const counted = { rank: 3, width: 80 }

export const nameAct = ({ isDrainRequested }: Pick<RelayRow, 'isDrainRequested'>): 'Drain' | 'Resume' =>
  isDrainRequested ? 'Resume' : 'Drain'

/** The relay rejects these too. */
export const findActError = (relay: RelayRow, relays: readonly RelayRow[]): string | undefined => {
  if (relay.state === 'silent') return 'This relay does not respond.'
  if (relay.state === 'stopping') return 'This relay is stopping.'
  const canTakeOver = relays.some(
    ({ id, state, isDrainRequested }) => id !== relay.id && state === 'working' && !isDrainRequested,
  )
  if (relay.isDrainRequested || canTakeOver) return undefined
  return 'No other relay can take over its work: its checks would stop. Start another relay on the same database first.'
}

interface RelayActs {
  readonly onAct: (relay: RelayRow) => void
  readonly missing: string | undefined
}

export const relayColumns = (
  relays: readonly RelayRow[],
  { onAct, missing }: RelayActs,
): readonly ListColumn<RelayRow>[] => [
  {
    id: 'name',
    title: 'Relay',
    rank: 0,
    minWidth: 200,
    text: (relay) => nameRelay(relay, relays),
    cell: (relay) => (
      <span className="name-cell">
        <StateMark state={marks[relay.state]} label={relay.state} />
        <MiddleCut text={nameRelay(relay, relays)} />
      </span>
    ),
  },
  {
    id: 'state',
    title: 'State',
    rank: 1,
    width: 88,
    text: ({ state }) => state,
    cell: ({ state }) => <span className={state === 'silent' ? 'bad-text' : 'dim'}>{state}</span>,
  },
  plainColumn(({ address }) => address, {
    id: 'address',
    title: 'Address',
    rank: 5,
    width: 144,
    className: 'dim cut',
    none: '–',
  }),
  plainColumn(({ version }) => version, { id: 'version', title: 'Version', rank: 4, width: 88, className: 'dim cut' }),
  countColumn(({ shards }) => shards, { id: 'shards', title: 'Shards', ...counted }),
  countColumn(({ checks }) => checks, { id: 'checks', title: 'Checks', ...counted, rank: 2 }),
  countColumn(({ scrapers }) => scrapers, { id: 'scrapers', title: 'Scrapers', ...counted }),
  countColumn(({ topologies }) => topologies, {
    id: 'topologies',
    title: 'Topologies',
    ...counted,
    rank: 6,
    width: 96,
  }),
  countColumn(({ jobs }) => jobs, { id: 'jobs', title: 'Jobs', ...counted, rank: 7 }),
  {
    id: 'late',
    title: 'Lateness',
    rank: 2,
    align: 'end',
    width: 88,
    text: ({ lateMs }) => lateMs,
    cell: ({ lateMs }) => <span className={lateMs < onTimeMs ? 'dim' : 'warn-text'}>{formatLate(lateMs)}</span>,
  },
  {
    id: 'documents',
    title: 'Documents',
    rank: 2,
    minWidth: 120,
    text: ({ files, differing }) => (differing.length === 0 ? files : differing.map(describeDifference).join(', ')),
    cell: (relay) => <Documents relay={relay} />,
  },
  ageColumn(({ startedAt }) => startedAt, { id: 'started', title: 'Started', rank: 3 }),
  ageColumn(({ seenAt }) => seenAt, { id: 'seen', title: 'Last Seen', rank: 4, width: 88 }),
  ...actColumn<RelayRow>(
    nameAct,
    onAct,
    (relay) => `${nameAct(relay)} ${nameRelay(relay, relays)}`,
    (relay) => missing ?? findActError(relay, relays),
  ),
]
