import { Link } from 'wouter'
import { formatDuration } from '#shared/primitives/duration.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { actColumn, ageColumn, countColumn, errorColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { formatRecipient, type RecipientNames } from './format-recipient.ts'
import type { Rule } from './rules-api.ts'

const toState = ({ error, failed, sent }: Rule): State =>
  error !== null ? 'unhealthy' : failed > 0 ? 'warning' : sent > 0 ? 'healthy' : 'unknown'

const counted = { width: 68 }

/** Stored in nanoseconds. */
const formatWait = ({ wait_for: wait }: Rule): string | null => (wait ? formatDuration(wait / 1_000_000) : null)

const optionalColumns: readonly ListColumn<Rule>[] = [
  {
    id: 'avg_duration',
    title: 'Avg Duration',
    rank: 6,
    align: 'end',
    minWidth: 84,
    isOptional: true,
    text: ({ avg_duration_ms: ms }) => ms,
    cell: ({ avg_duration_ms: ms }) => (ms === null ? null : formatDuration(ms)),
  },
  plainColumn(({ repeat_interval: interval }) => interval, {
    id: 'repeat_interval',
    title: 'Repeat Interval',
    rank: 6,
    minWidth: 96,
    isOptional: true,
  }),
  plainColumn(formatWait, { id: 'wait_for', title: 'Wait For', rank: 6, minWidth: 72, isOptional: true }),
  ageColumn(({ created_at: at }) => at, { id: 'created', title: 'Created', rank: 7, isOptional: true }),
  plainColumn(({ created_by: by }) => by?.name, {
    id: 'created_by',
    title: 'Created By',
    rank: 8,
    minWidth: 100,
    isOptional: true,
  }),
]

interface Known {
  readonly names: RecipientNames
  readonly onDelete: ((rule: Rule) => void) | null
}

export const ruleColumns = ({ names, onDelete }: Known): readonly ListColumn<Rule>[] => [
  {
    id: 'state',
    title: 'State',
    rank: 0,
    width: 52,
    text: toState,
    cell: (rule) => <StateMark state={toState(rule)} />,
  },
  {
    id: 'name',
    title: 'Name',
    flex: 2,
    rank: 0,
    minWidth: 140,
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <Link className="cut" href={linkTo(routes.notificationRule, { id })}>
        {name}
      </Link>
    ),
  },
  plainColumn(({ events }) => events.join(', '), {
    id: 'events',
    title: 'Events',
    rank: 2,
    minWidth: 130,
    className: 'mono dim cut',
  }),
  plainColumn(({ filter }) => filter, { id: 'filter', title: 'Filter', rank: 3, minWidth: 160, className: 'mono cut' }),
  errorColumn(({ error, most_common_error: common }) => error ?? common, { title: 'Error' }),
  plainColumn((rule) => formatRecipient(rule, names), {
    id: 'recipient',
    title: 'Recipient',
    rank: 1.5,
    minWidth: 120,
    className: 'cut',
  }),
  countColumn(({ pending }) => pending, { id: 'pending', title: 'Pending', rank: 4, ...counted }),
  countColumn(({ failed }) => failed, { id: 'failed', title: 'Failed', rank: 2, ...counted }),
  countColumn(({ sent }) => sent, { id: 'sent', title: 'Sent', rank: 2, ...counted }),
  ageColumn(({ updated_at: at }) => at, { id: 'updated', title: 'Updated', rank: 5 }),
  ...optionalColumns,
  ...actColumn('Delete', onDelete, ({ name }) => `Delete rule ${name}`).map((column) =>
    // On a phone the error matters more; the page of a rule deletes it too.
    Object.assign({}, column, { rank: 2 }),
  ),
]
