import { useMemo } from 'react'
import { formatCount } from '#shared/primitives/format-count.ts'
import { eventQueue, type QueuedEvents } from '#shared/settings/event-queue-topic.ts'
import { compareValues } from '#shared/sorting/sort-value.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { settingsCrumbs } from '#client/lib/address/routes.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { topicReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { eventColumns } from './event-columns.tsx'
import { FailedEventsModal } from './failed-events-modal.tsx'
import './event-queue-page.css'

const all = {}
const lastFailedFirst = { id: 'last', desc: true }
const states = [
  { value: '', label: 'All' },
  { value: 'failing', label: 'Failing' },
]
const getName = ({ name }: QueuedEvents) => name
const total = (rows: readonly QueuedEvents[], getCount: (row: QueuedEvents) => number) =>
  formatCount(rows.reduce((sum, row) => sum + getCount(row), 0))

const listFacts = (rows: readonly QueuedEvents[]): readonly string[] => {
  const failing = rows.filter(({ failed }) => failed > 0)
  return [
    `${total(rows, ({ pending }) => pending)} pending`,
    ...(failing.length === 0
      ? ['none failed']
      : [
          `${total(rows, ({ failed }) => failed)} failed`,
          `${failing.length} of ${formatCount(rows.length, 'event failing', 'events failing')}`,
        ]),
  ]
}

export function EventQueuePage() {
  const topic = useTopic(eventQueue, all)
  const rows = useMemo(() => [...topic.rows.values()], [topic.rows])
  const [search] = useQueryState('search')
  const [state] = useQueryState('state')
  const [openName, setOpenName] = useQueryState('event')
  const searchText = search.trim().toLowerCase()
  const source = useWholeList({
    reading: topicReading(topic, 'Queued events'),
    columns: useMemo(() => eventColumns(setOpenName), [setOpenName]),
    rows: rows
      .filter(
        ({ name, failed, most_common_error: error }) =>
          `${name}\n${error ?? ''}`.toLowerCase().includes(searchText) && (state !== 'failing' || failed > 0),
      )
      .sort((a, b) => compareValues(a.name, b.name)),
    usual: lastFailedFirst,
  })
  return (
    <ListPage
      title="Event Queue Status"
      crumbs={settingsCrumbs}
      table="events"
      label="Queued events"
      source={source}
      getKey={getName}
      filters={
        <SelectFilters
          search={{ label: 'Search events', placeholder: 'Search name or error' }}
          choices={[{ key: 'state', label: 'State', options: states }]}
        />
      }
      facts={rows.length === 0 ? [] : listFacts(rows)}
      apiPath="/api/db/event_queue_summary?order=last_failure.desc"
      nothing={{
        isFiltered: rows.length > 0,
        noMatch: 'No events match',
        empty: {
          title: 'The queue is empty',
          text: 'All events processed. Failing events stay here, with the reason, until they succeed.',
        },
      }}
    >
      {openName === '' ? null : (
        <FailedEventsModal
          name={openName}
          lastFailure={topic.rows.get(openName)?.last_failure ?? null}
          onClose={() => setOpenName('')}
        />
      )}
    </ListPage>
  )
}
