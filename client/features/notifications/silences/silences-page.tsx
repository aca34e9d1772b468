import { Plus } from '@blueprintjs/icons'
import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import { silenceTable } from '#shared/notifications/notification-topics.ts'
import { sortedBy } from '#shared/sorting/sort-value.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { ListPage } from '#client/domain/views/list-page.tsx'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { routes } from '#client/lib/address/routes.ts'
import { useIsWall } from '#client/lib/address/use-is-wall.ts'
import { useTableChanges } from '#client/live/use-table-changes.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/feedback/confirm-dialog.tsx'
import { showToast } from '#client/ui/feedback/toast-store.ts'
import type { Bulk } from '#client/ui/table/bulk/bulk.ts'
import { queryReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'
import { SelectFilters } from '#client/ui/table/select-filters.tsx'
import { NotificationTabs } from '#client/features/notifications/notification-tabs.tsx'
import { silenceColumns } from './silence-columns.tsx'
import { SilenceEndDialog } from './silence-end-dialog.tsx'
import { coveredBy, findPhase } from './silence-labels.ts'
import { removeSilence, silencesKey, silencesQuery, type Silence } from './silences-api.ts'
import '#client/features/notifications/notifications.css'

const getId = ({ id }: Silence) => id
const order = ['active', 'planned', 'ended']

const byPhase = (nowMs: number) => (rows: readonly Silence[]) =>
  sortedBy(rows, (silence) => order.indexOf(findPhase(silence, nowMs)))

function AddSilence() {
  const { allowed, reason } = useAllowed('write', 'notifications')
  return allowed ? (
    <Link className="bp6-button bp6-intent-primary" href={routes.silenceAdd}>
      <Plus />
      Add silence
    </Link>
  ) : (
    <Button look="primary" icon={<Plus />} disabled disabledReason={reason}>
      Add silence
    </Button>
  )
}

const bulk: Bulk<Silence> = {
  one: 'silence',
  many: 'silences',
  getName: ({ name }) => name ?? 'without a name',
  actions: [
    {
      label: 'Remove',
      done: 'removed',
      consequence: 'New events are sent again. Suppressed notifications stay in the list.',
      act: ({ id }) => removeSilence(id),
    },
  ],
}

export function SilencesPage() {
  const [search] = useQueryState('search')
  const [removed, setRemoved] = useState<Silence | null>(null)
  const [changed, setChanged] = useState<Silence | null>(null)
  const { allowed } = useAllowed('write', 'notifications')
  const acts = !useIsWall(routes.silences) && allowed
  const client = useQueryClient()
  const query = useQuery(silencesQuery)
  const nowMs = query.dataUpdatedAt
  useTableChanges(silenceTable, silencesKey)
  const searchText = search.trim().toLowerCase()
  const source = useWholeList({
    reading: queryReading(query),
    columns: useMemo(
      () => silenceColumns(nowMs, acts ? { onRemove: setRemoved, onChangeEnd: setChanged } : null),
      [nowMs, acts],
    ),
    rows: (query.data?.rows ?? []).filter((silence) =>
      `${silence.name} ${silence.description} ${coveredBy(silence)}`.toLowerCase().includes(searchText),
    ),
    inUsualOrder: byPhase(nowMs),
  })
  const inForce = source.rows.filter((silence) => findPhase(silence, nowMs) === 'active').length
  const confirm = async () => {
    if (removed === null) return
    await removeSilence(removed.id)
    showToast('success', 'Silence deleted successfully')
    void client.invalidateQueries({ queryKey: silencesKey })
  }
  return (
    <ListPage
      title="Silences"
      above={
        <>
          <NotificationTabs selected={routes.silences} />
          <RejectedDocuments kinds={['NotificationSilence']} />
        </>
      }
      table="silences"
      label="Silences"
      source={source}
      getKey={getId}
      filters={
        <SelectFilters search={{ label: 'Search silences', placeholder: 'Search name, resource, filter or reason' }} />
      }
      action={<AddSilence />}
      bulk={acts ? bulk : null}
      facts={query.data === undefined ? [] : [`${inForce} active`, `${source.rows.length} in total`]}
      nothing={{
        isFiltered: search !== '',
        noMatch: 'No silences match',
        empty: {
          title: 'No silences',
          text: 'A silence suppresses the notifications of a resource or of everything that matches a filter.',
        },
      }}
    >
      {changed === null ? null : (
        <SilenceEndDialog key={changed.id} silence={changed} onClose={() => setChanged(null)} />
      )}
      {removed === null ? null : (
        <ConfirmDialog
          title={`Remove silence ${removed.name}?`}
          confirmLabel="Remove silence"
          onConfirm={confirm}
          onClose={() => setRemoved(null)}
        >
          New events are sent again. Suppressed notifications stay in the list.
        </ConfirmDialog>
      )}
    </ListPage>
  )
}
