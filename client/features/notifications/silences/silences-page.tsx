import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { silenceTable } from '#shared/notifications/notification-topics.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useQueryParams, useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { wallOf } from '#client/lib/address/wall-address.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { DataTable, type Column } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { coveredBy, phaseOf, stateOfSilence } from './silence-words.ts'
import { removeSilence, silencesKey, silencesQuery, type Silence } from './silences-api.ts'
import '#client/features/notifications/notifications.css'

const idOf = ({ id }: Silence) => id
const order = ['in force', 'starts later', 'ended']

const columnsOf = (nowMs: number, onEnd: ((silence: Silence) => void) | null): readonly Column<Silence>[] => [
  {
    id: 'state',
    title: 'State',
    rank: 0,
    width: '3.5rem',
    roomPx: 40,
    text: (silence) => phaseOf(silence, nowMs),
    cell: (silence) => <StateMark state={stateOfSilence(silence, nowMs)} label={phaseOf(silence, nowMs)} />,
  },
  {
    id: 'phase',
    title: 'Phase',
    rank: 3,
    width: '6.5rem',
    roomPx: 80,
    text: (silence) => phaseOf(silence, nowMs),
    cell: (silence) => <span className="dim">{phaseOf(silence, nowMs)}</span>,
  },
  { id: 'name', title: 'Name', rank: 0, roomPx: 140, text: ({ name }) => name, cell: ({ name }) => name },
  {
    id: 'covers',
    title: 'Resource or filter',
    rank: 1,
    roomPx: 220,
    text: coveredBy,
    cell: (silence) =>
      silence.error === null ? (
        <span className="cut" title={coveredBy(silence)}>
          {coveredBy(silence)}
        </span>
      ) : (
        <span className="rule-error cut" title={silence.error}>
          {silence.error}
        </span>
      ),
  },
  {
    id: 'reason',
    title: 'Reason',
    rank: 3,
    roomPx: 160,
    text: ({ description }) => description,
    cell: ({ description }) => <span className="cut">{description}</span>,
  },
  {
    id: 'until',
    title: 'Expires at',
    rank: 0,
    width: '8rem',
    roomPx: 100,
    text: ({ until }) => until ?? 'Indefinitely',
    cell: ({ until }) => (until === null ? 'Indefinitely' : <Moment at={until} />),
  },
  {
    id: 'by',
    title: 'Created by',
    rank: 2,
    width: '9rem',
    roomPx: 100,
    text: ({ createdBy }) => createdBy?.name ?? null,
    cell: ({ createdBy, source }) => createdBy?.name ?? <span className="faint">{source}</span>,
  },
  ...(onEnd === null
    ? []
    : [
        {
          id: 'end',
          title: '',
          rank: 0,
          width: '6rem',
          roomPx: 80,
          text: () => null,
          cell: (silence: Silence) => (
            <Button look="minimal" small aria-label={`Remove silence ${silence.name}`} onClick={() => onEnd(silence)}>
              Remove
            </Button>
          ),
        } satisfies Column<Silence>,
      ]),
]

/** What is not sent, until when, and by whom (ledger SHELL-18, NOTIF-05, NOTIF-08). */
export function SilencesPage() {
  const [search, setSearch] = useQueryState('search')
  const [removed, setRemoved] = useState<Silence | null>(null)
  const { allowed, reason } = useAllowed('write', 'notifications')
  const isWall = wallOf(routes.silences, `?${useQueryParams().toString()}`) !== null
  const client = useQueryClient()
  const { data, error, isPending, isFetching, dataUpdatedAt, refetch } = useQuery(silencesQuery)
  useTableChanges(silenceTable, silencesKey)
  const confirm = async () => {
    if (removed === null) return
    await removeSilence(removed.id)
    showToast('success', 'Silence deleted successfully')
    void client.invalidateQueries({ queryKey: silencesKey })
  }
  const columns = useMemo(
    () => columnsOf(dataUpdatedAt, allowed && !isWall ? setRemoved : null),
    [dataUpdatedAt, allowed, isWall],
  )
  const shown = useMemo(() => {
    const sought = search.trim().toLowerCase()
    const textOf = (silence: Silence) => `${silence.name} ${silence.description} ${coveredBy(silence)}`.toLowerCase()
    const place = (silence: Silence) => order.indexOf(phaseOf(silence, dataUpdatedAt))
    return (data?.rows ?? [])
      .filter((each) => textOf(each).includes(sought))
      .sort((one, other) => place(one) - place(other))
  }, [data, search, dataUpdatedAt])
  const inForce = shown.filter((silence) => phaseOf(silence, dataUpdatedAt) === 'in force').length
  return (
    <Page title="Silences" refresh={{ busy: isFetching, onRefresh: () => void refetch() }}>
      <NotificationTabs selected={routes.silences} />
      <ListHead
        filters={
          <SearchInput
            label="Search silences"
            placeholder="Search name, resource, filter or reason"
            value={search}
            onChange={setSearch}
          />
        }
        action={
          allowed ? (
            <Link className="bp6-button bp6-intent-primary" href={routes.silenceAdd}>
              Add silence
            </Link>
          ) : (
            <Button look="primary" disabled disabledReason={reason}>
              Add silence
            </Button>
          )
        }
        facts={data === undefined ? [] : [`${inForce} in force`, `${shown.length} in all`]}
      />
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        table="silences"
        label="Silences"
        columns={columns}
        rows={shown}
        keyOf={idOf}
        loading={isPending && error === null}
        empty={
          error === null ? (
            <EmptyState title={search === '' ? 'Nothing is silenced' : 'No silences match'}>
              <p>A silence keeps notifications of a resource, or of all that a filter says, from being sent.</p>
            </EmptyState>
          ) : null
        }
      />
      {removed === null ? null : (
        <ConfirmDialog
          title={`Remove silence ${removed.name}?`}
          confirmLabel="Remove silence"
          onConfirm={confirm}
          onClose={() => setRemoved(null)}
        >
          What happens from now on is sent again. What was held back stays in the list of notifications.
        </ConfirmDialog>
      )}
    </Page>
  )
}
