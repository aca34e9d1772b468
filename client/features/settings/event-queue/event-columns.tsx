import { formatCount } from '#shared/primitives/format-count.ts'
import type { QueuedEvents } from '#shared/settings/event-queue-topic.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { momentColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'

export const eventColumns = (onOpen: (name: string) => void): readonly ListColumn<QueuedEvents>[] => [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 180,
    text: ({ name }) => name,
    cell: ({ name, failed }) => (
      <span className="event-name">
        <StateMark state={failed > 0 ? 'unhealthy' : 'healthy'} label={failed > 0 ? 'failing' : 'no failures'} />
        {failed > 0 ? (
          <button type="button" className="text-button medium cut" onClick={() => onOpen(name)}>
            {name}
          </button>
        ) : (
          <span className="cut">{name}</span>
        )}
      </span>
    ),
  },
  {
    id: 'pending',
    title: 'Pending Count',
    rank: 1,
    align: 'end',
    width: 112,
    text: ({ pending }) => pending,
    cell: ({ pending }) => formatCount(pending),
  },
  {
    id: 'failed',
    title: 'Error Count',
    rank: 1,
    align: 'end',
    width: 96,
    text: ({ failed }) => failed,
    cell: ({ failed }) => <span className={failed > 0 ? 'event-failed' : 'faint'}>{formatCount(failed)}</span>,
  },
  {
    id: 'attempts',
    title: 'Average Attempts',
    rank: 5,
    align: 'end',
    width: 136,
    text: ({ average_attempts: attempts }) => attempts,
    cell: ({ average_attempts: attempts }) =>
      attempts === null ? <span className="faint">–</span> : attempts.toFixed(1),
  },
  {
    id: 'error',
    title: 'Most common error',
    rank: 2,
    minWidth: 200,
    text: ({ most_common_error: error }) => error,
    cell: ({ most_common_error: error }) => (
      <span className="bad-text cut" title={error ?? undefined}>
        {error}
      </span>
    ),
  },
  momentColumn(({ first_failure: at }) => at, { id: 'first', title: 'First Failed At', rank: 4 }),
  momentColumn(({ last_failure: at }) => at, { id: 'last', title: 'Last Failed At', rank: 3 }),
]
