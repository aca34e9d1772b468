import { useMemo } from 'react'
import { eventQueue, type QueuedEvents } from '#shared/settings/event-queue-topic.ts'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { TopicTrouble } from '#client/ui/feedback/topic-trouble.tsx'
import { SearchInput } from '#client/ui/form/search-input.tsx'
import { Select } from '#client/ui/form/select.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { DataTable } from '#client/ui/table/data-table.tsx'
import { ListHead } from '#client/ui/table/list-head.tsx'
import { wholeList } from '#client/ui/table/list-pages.ts'
import { ListTools } from '#client/ui/table/list-tools.tsx'
import { inOrder, textColumns } from '#client/ui/table/text-column.ts'
import { eventColumns } from './event-columns.tsx'
import { FailedEventsModal } from './failed-events-modal.tsx'
import './event-queue-page.css'

const all = {}
const crumbs = [{ label: 'Settings', href: routes.settings }]
/** What failed last comes first; the names that nothing failed of follow in their own order. */
const lastFailedFirst = { id: 'last', desc: true }
const states = [
  { value: '', label: 'All events' },
  { value: 'failing', label: 'Failing' },
]
const nameOf = ({ name }: QueuedEvents) => name
const total = (rows: readonly QueuedEvents[], countOf: (row: QueuedEvents) => number) =>
  rows.reduce((sum, row) => sum + countOf(row), 0).toLocaleString('en')

const factsOf = (rows: readonly QueuedEvents[]): readonly string[] => {
  const failing = rows.filter(({ failed }) => failed > 0)
  return [
    `${total(rows, ({ pending }) => pending)} pending`,
    ...(failing.length === 0
      ? ['none failed']
      : [
          `${total(rows, ({ failed }) => failed)} failed`,
          `${failing.length} of ${rows.length} ${rows.length === 1 ? 'event fails' : 'events fail'} now`,
        ]),
  ]
}

/** What the backend still has to work off, by event, and what of it fails (ledger SHELL-40, SET-95). */
export function EventQueuePage() {
  const topic = useTopic(eventQueue, all)
  const { status, refresh } = topic
  const rows = useMemo(() => [...topic.rows.values()].toSorted((a, b) => a.name.localeCompare(b.name)), [topic.rows])
  const [search, setSearch] = useQueryState('search')
  const [state, setState] = useQueryState('state')
  const [openName, setOpenName] = useQueryState('event')
  const [{ sorting }, changeTable] = useTableState()
  const columns = useMemo(() => eventColumns(setOpenName), [setOpenName])
  const sought = search.trim().toLowerCase()
  const matching = rows.filter(
    ({ name, failed, most_common_error: error }) =>
      `${name}\n${error ?? ''}`.toLowerCase().includes(sought) && (state !== 'failing' || failed > 0),
  )
  const shown = inOrder(matching, columns, sorting, lastFailedFirst)
  const isLoading = status === 'loading'
  return (
    <Page
      title="Event Queue Status"
      crumbs={crumbs}
      views={<ViewMenu />}
      refresh={{ busy: isLoading, onRefresh: refresh }}
    >
      <TopicTrouble topic={topic} what="Queued events" />
      <ListHead
        filters={
          <>
            <SearchInput label="Search events" placeholder="Search name or error" value={search} onChange={setSearch} />
            <Select label="State" value={state} options={states} onChange={setState} />
          </>
        }
        facts={isLoading || rows.length === 0 ? [] : factsOf(rows)}
        tools={
          <ListTools
            table="events"
            columns={columns}
            texts={textColumns(columns)}
            pages={wholeList(shown)}
            apiPath="/api/db/event_queue_summary?order=last_failure.desc"
          />
        }
      />
      <DataTable
        table="events"
        label="Queued events"
        columns={columns}
        rows={shown}
        keyOf={nameOf}
        loading={isLoading}
        sorting={sorting ?? lastFailedFirst}
        onSort={(next) => changeTable({ sorting: next })}
        empty={<Nothing isFiltered={rows.length > 0} isKnown={status === 'live'} />}
      />
      {openName === '' ? null : (
        <FailedEventsModal
          name={openName}
          lastFailure={topic.rows.get(openName)?.last_failure ?? null}
          onClose={() => setOpenName('')}
        />
      )}
    </Page>
  )
}

function Nothing({ isFiltered, isKnown }: { readonly isFiltered: boolean; readonly isKnown: boolean }) {
  if (isFiltered)
    return (
      <EmptyState title="No event matches">
        <p>Take a filter away to see the others.</p>
      </EmptyState>
    )
  if (!isKnown) return null
  return (
    <EmptyState title="The queue is empty">
      <p>Every event was worked off. One that fails stays here, with the reason, until it succeeds.</p>
    </EmptyState>
  )
}
