import { Link } from 'wouter'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { actColumn, ageColumn, countColumn } from '#client/ui/table/column-kinds.tsx'
import type { Column } from '#client/ui/table/data-table.tsx'
import { formatRecipient, type RecipientNames } from './format-recipient.ts'
import type { Rule } from './rules-api.ts'

const toState = ({ error, failed, sent }: Rule): State =>
  error !== null ? 'unhealthy' : failed > 0 ? 'warning' : sent > 0 ? 'healthy' : 'unknown'

const counted = { width: '5rem', roomPx: 60 }

interface Known {
  readonly names: RecipientNames
  readonly onDelete: ((rule: Rule) => void) | null
}

export const ruleColumns = ({ names, onDelete }: Known): readonly Column<Rule>[] => [
  {
    id: 'state',
    title: 'State',
    rank: 0,
    width: '3.5rem',
    roomPx: 40,
    text: toState,
    cell: (rule) => <StateMark state={toState(rule)} />,
  },
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    roomPx: 140,
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link className="cut" href={linkTo(routes.notificationRule, { id })}>
        {name}
      </Link>
    ),
  },
  {
    id: 'events',
    title: 'Events',
    rank: 1,
    roomPx: 150,
    text: ({ events }) => events.join(', '),
    cell: ({ events }) => <span className="mono dim cut">{events.join(', ')}</span>,
  },
  {
    id: 'filter',
    title: 'Filter',
    rank: 3,
    roomPx: 180,
    text: ({ error, most_common_error: common, filter }) => error ?? common ?? filter,
    cell: ({ error, filter, most_common_error: common }) =>
      error === null && common === null ? (
        <span className="mono cut">{filter}</span>
      ) : (
        <span className="rule-error cut" title={error ?? common ?? ''}>
          {error ?? common}
        </span>
      ),
  },
  {
    id: 'recipient',
    title: 'Recipient',
    rank: 1,
    roomPx: 120,
    text: (rule) => formatRecipient(rule, names),
    cell: (rule) => <span className="cut">{formatRecipient(rule, names)}</span>,
  },
  countColumn(({ pending }) => pending, { id: 'pending', title: 'Pending', rank: 4, ...counted }),
  countColumn(({ failed }) => failed, { id: 'failed', title: 'Failed', rank: 2, ...counted }),
  countColumn(({ sent }) => sent, { id: 'sent', title: 'Sent', rank: 2, ...counted }),
  ageColumn(({ updated_at: at }) => at, { id: 'updated', title: 'Updated', rank: 5 }),
  ...actColumn('Delete', onDelete, ({ name }) => `Delete rule ${name}`),
]
