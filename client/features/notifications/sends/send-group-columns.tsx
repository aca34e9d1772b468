import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import { formatCount } from '#shared/primitives/format-count.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import { Age } from '#client/ui/age.tsx'
import { CountBars } from '#client/ui/charts/count-bars.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { stateFromStatus } from '#client/ui/state-from-status.ts'
import { plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { formatOutcome, whyHeldBack, type SendRow } from './send-group-rows.ts'
import { describeSendReason, sendState } from './send-labels.ts'

interface Acts {
  readonly onToggle: (key: string) => void
  readonly onOpen: (sendId: string) => void
}

const rowName = (row: SendRow): string =>
  row.kind === 'group'
    ? (row.group.resource.name ?? row.group.resource.id.slice(0, 8))
    : row.kind === 'send'
      ? row.send.source_event
      : row.text

function NamedHealth({ row }: { readonly row: SendRow }) {
  const health = row.kind === 'group' ? row.group.resource_health : null
  return (
    <>
      <StateMark state={stateFromStatus(health)} label={health ?? 'no health'} />
      <span className="cut">{rowName(row)}</span>
    </>
  )
}

function WallName({ row }: { readonly row: SendRow }) {
  return (
    <span className="send-open send-group">
      <NamedHealth row={row} />
    </span>
  )
}

function Name({ row, acts }: { readonly row: SendRow; readonly acts: Acts }) {
  if (row.kind === 'rest') return <span className="send-below faint">{row.text}</span>
  if (row.kind === 'send')
    return (
      <button type="button" className="send-open send-below mono dim cut" onClick={() => acts.onOpen(row.send.id)}>
        {row.send.source_event}
      </button>
    )
  const Chevron = row.isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      className="send-open send-group"
      aria-expanded={row.isOpen}
      onClick={() => acts.onToggle(row.key)}
    >
      <Chevron size={12} aria-hidden="true" />
      <NamedHealth row={row} />
    </button>
  )
}

function Outcome({ row }: { readonly row: SendRow }) {
  if (row.kind === 'rest') return null
  if (row.kind === 'send')
    return (
      <span className="send-outcome">
        <StateMark state={sendState(row.send.status)} />
        {row.send.status}
      </span>
    )
  const { group } = row
  const others = formatOutcome(group)
  return (
    <span title={whyHeldBack(group)}>
      {others}
      {group.error > 0 ? (
        <b className="bad-text">
          {others === '' ? '' : ', '}
          {formatCount(group.error, 'error')}
        </b>
      ) : null}
    </span>
  )
}

function MessageCell({ row }: { readonly row: SendRow }) {
  if (row.kind === 'rest') return null
  if (row.kind === 'group') {
    const { last_message: message, resource_health: health } = row.group
    return (
      <span className={health === 'unhealthy' ? 'bad-text cut' : 'dim cut'} title={message ?? ''}>
        {causeFirst(message?.split('\n')[0] ?? '')}
      </span>
    )
  }
  const { recipient, status } = row.send
  return (
    <span className="cut" title={describeSendReason(row.send)}>
      {recipient} <span className={status === 'error' ? 'bad-text' : 'faint'}>{describeSendReason(row.send)}</span>
    </span>
  )
}

const formatSendCount = (row: SendRow): string | null =>
  row.kind === 'group'
    ? String(row.group.total)
    : row.kind === 'send' && row.send.count > 1
      ? `×${row.send.count}`
      : null

const lastSentAt = (row: SendRow): string | null =>
  row.kind === 'group' ? row.group.last_seen : row.kind === 'send' ? row.send.created_at : null

const resourceType = (row: SendRow): string | null =>
  row.kind === 'group'
    ? [row.group.resource_kind, row.group.resource_type].filter((each) => each !== null).join(', ')
    : null

const plainColumns: readonly ListColumn<SendRow>[] = [
  {
    id: 'status',
    title: 'Status',
    rank: 1,
    width: 192,
    text: (row) => (row.kind === 'group' ? formatOutcome(row.group) : row.kind === 'send' ? row.send.status : null),
    cell: (row) => <Outcome row={row} />,
  },
  {
    id: 'said',
    title: 'Message or recipient',
    rank: 2,
    minWidth: 240,
    text: (row) => (row.kind === 'group' ? row.group.last_message : null),
    cell: (row) => <MessageCell row={row} />,
  },
  {
    id: 'why',
    title: 'Suppressed because',
    rank: 6,
    width: 208,
    text: (row) => (row.kind === 'group' ? whyHeldBack(row.group) : null),
    cell: (row) => (row.kind === 'group' ? <span className="dim cut">{whyHeldBack(row.group)}</span> : null),
  },
  plainColumn(resourceType, { id: 'type', title: 'Type', rank: 4, width: 128, className: 'dim cut' }),
  plainColumn(formatSendCount, { id: 'sends', title: 'Sends', rank: 1, align: 'end', width: 64 }),
  {
    id: 'hours',
    title: 'Last 24h',
    rank: 5,
    width: 80,
    text: (row) => (row.kind === 'group' ? row.group.hours.reduce((sum, each) => sum + each, 0) : null),
    cell: (row) => (row.kind === 'group' ? <CountBars counts={row.group.hours} /> : null),
  },
  {
    id: 'first',
    title: 'First',
    rank: 3,
    align: 'end',
    width: 72,
    text: (row) => (row.kind === 'group' ? row.group.first_observed : null),
    cell: (row) => (row.kind === 'group' ? <Age at={row.group.first_observed} /> : null),
  },
  {
    id: 'age',
    title: 'Last',
    rank: 0,
    align: 'end',
    width: 72,
    text: lastSentAt,
    cell: (row) => {
      const at = lastSentAt(row)
      return at === null ? null : <Age at={at} />
    },
  },
]

export const sendGroupColumns = (acts: Acts): readonly ListColumn<SendRow>[] => [
  {
    id: 'resource',
    title: 'Resource',
    rank: 0,
    minWidth: 190,
    text: rowName,
    cell: (row) => <Name row={row} acts={acts} />,
  },
  ...plainColumns,
]

const wallRooms: Readonly<Record<string, number>> = { resource: 130, said: 160, age: 56 }

/** The large text of a wall leaves room for three columns. */
export const toWallColumns = (columns: readonly ListColumn<SendRow>[]): readonly ListColumn<SendRow>[] =>
  columns.flatMap((column) => {
    const px = wallRooms[column.id]
    if (px === undefined) return []
    const size = column.width === undefined ? { minWidth: px } : { width: px }
    const isName = column.id === 'resource'
    return [{ ...column, ...size, ...(isName && { cell: (row: SendRow) => <WallName row={row} /> }) }]
  })
