import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { sendTable } from '#shared/notifications/notification-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useQueryParams, useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { wallOf } from '#client/lib/address/wall-address.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { StateMark, type State } from '#client/ui/state-mark.tsx'
import { DataTable, type Column } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { RuleDialog } from './rule-dialog.tsx'
import { deleteRule, rulesKey, rulesQuery, type Rule } from './rules-api.ts'
import '#client/features/notifications/notifications.css'

const idOf = ({ id }: Rule) => id
const newRule = 'new'

const stateOf = ({ error, failed, sent }: Rule): State =>
  error !== null ? 'unhealthy' : failed > 0 ? 'warning' : sent > 0 ? 'healthy' : 'unknown'

const recipientOf = ({ person, team, custom_services: services }: Rule): string =>
  person?.name ??
  team?.name ??
  (services ?? []).map(({ name, connection }) => connection ?? name ?? 'an address').join(', ')

const number = (id: 'pending' | 'failed' | 'sent', title: string): Column<Rule> => ({
  id,
  title,
  rank: id === 'pending' ? 4 : 2,
  align: 'end',
  width: '5rem',
  roomPx: 60,
  text: (rule) => String(rule[id]),
  cell: (rule) => (rule[id] === 0 ? <span className="faint">0</span> : rule[id].toLocaleString('en')),
})

interface Acts {
  readonly onOpen: (id: string) => void
  /** Null where this person may not. */
  readonly onDelete: ((rule: Rule) => void) | null
}

const columnsOf = ({ onOpen, onDelete }: Acts): readonly Column<Rule>[] => [
  {
    id: 'state',
    title: 'State',
    rank: 0,
    width: '3.5rem',
    roomPx: 40,
    text: stateOf,
    cell: (rule) => <StateMark state={stateOf(rule)} />,
  },
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    roomPx: 140,
    text: ({ name }) => name,
    cell: ({ id, name }) => (
      <button type="button" className="send-open cut" onClick={() => onOpen(id)}>
        {name}
      </button>
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
    text: recipientOf,
    cell: (rule) => <span className="cut">{recipientOf(rule)}</span>,
  },
  number('pending', 'Pending'),
  number('failed', 'Failed'),
  number('sent', 'Sent'),
  {
    id: 'updated',
    title: 'Updated',
    rank: 5,
    align: 'end',
    width: '5rem',
    roomPx: 66,
    text: ({ updated_at: at }) => at,
    cell: ({ updated_at: at }) => <Age at={at} />,
  },
  ...(onDelete === null
    ? []
    : [
        {
          id: 'delete',
          title: '',
          rank: 0,
          width: '5.5rem',
          roomPx: 70,
          text: () => null,
          cell: (rule: Rule) => (
            <Button look="minimal" small aria-label={`Delete rule ${rule.name}`} onClick={() => onDelete(rule)}>
              Delete
            </Button>
          ),
        } satisfies Column<Rule>,
      ]),
]

/** Whom the console tells of what, and how that went (ledger SHELL-17, NOTIF-02). */
export function RulesPage() {
  const [search, setSearch] = useQueryState('search')
  const [opened, setOpened] = useQueryState('id')
  const [deleted, setDeleted] = useState<Rule | null>(null)
  const { allowed, reason } = useAllowed('write', 'notifications')
  const isWall = wallOf(routes.notificationRules, `?${useQueryParams().toString()}`) !== null
  const client = useQueryClient()
  const { data, error, isPending, isFetching, refetch } = useQuery(rulesQuery)
  useTableChanges(sendTable, rulesKey)
  const confirm = async () => {
    if (deleted === null) return
    await deleteRule(deleted.id)
    showToast('success', 'Notification deleted successfully')
    void client.invalidateQueries({ queryKey: rulesKey })
  }
  const columns = useMemo(
    () => columnsOf({ onOpen: setOpened, onDelete: allowed && !isWall ? setDeleted : null }),
    [allowed, isWall, setOpened],
  )
  const sought = search.trim().toLowerCase()
  const shown = (data?.rows ?? []).filter((rule) =>
    `${rule.name} ${rule.events.join(' ')} ${rule.filter} ${recipientOf(rule)}`.toLowerCase().includes(sought),
  )
  const broken = shown.filter((rule) => rule.error !== null).length
  return (
    <Page title="Notification rules" refresh={{ busy: isFetching, onRefresh: () => void refetch() }}>
      <NotificationTabs selected={routes.notificationRules} />
      <ListHead
        filters={
          <SearchInput
            label="Search rules"
            placeholder="Search name, event, filter or recipient"
            value={search}
            onChange={setSearch}
          />
        }
        action={
          <Button look="primary" disabled={!allowed} disabledReason={reason} onClick={() => setOpened(newRule)}>
            Add rule
          </Button>
        }
        facts={
          data === undefined
            ? []
            : [
                `${shown.length} ${shown.length === 1 ? 'rule' : 'rules'}`,
                ...(broken === 0 ? [] : [`${broken} with a problem`]),
              ]
        }
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="notification-rules"
        label="Notification rules"
        columns={columns}
        rows={shown}
        keyOf={idOf}
        loading={isPending && error === null}
        empty={
          error === null ? (
            <EmptyState title={search === '' ? 'Nobody is told of anything yet' : 'No rules match'}>
              <p>A rule says of which events to tell whom: a connection, an address, a person, a team or a playbook.</p>
            </EmptyState>
          ) : null
        }
      />
      {opened === '' || !allowed ? null : (
        <RuleDialog key={opened} id={opened === newRule ? null : opened} onClose={() => setOpened('')} />
      )}
      {deleted === null ? null : (
        <ConfirmDialog
          title={`Delete rule ${deleted.name}?`}
          confirmLabel="Delete rule"
          onConfirm={confirm}
          onClose={() => setDeleted(null)}
        >
          Nobody is told by it any more. What it sent stays in the list of notifications.
        </ConfirmDialog>
      )}
    </Page>
  )
}
