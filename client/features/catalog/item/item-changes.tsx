import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { changesPage, type ConfigChange } from '#client/features/catalog/catalog-api.ts'
import { serverPageSizes } from '#client/lib/address/page-sizes.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { useTableState } from '#client/lib/address/table-state.ts'
import { Age } from '#client/ui/age.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { Modal } from '#client/ui/layout/modal.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { DataTable, type Column } from '#client/ui/table/data-table.tsx'
import { Pager } from '#client/ui/table/pager.tsx'
import { DiffView } from './diff-view.tsx'

const idOf = ({ id }: ConfigChange) => id

const columnsOf = (onOpen: (id: string) => void): readonly Column<ConfigChange>[] => [
  {
    id: 'severity',
    title: 'Severity',
    rank: 1,
    width: '5.5rem',
    roomPx: 72,
    cell: ({ severity }) => (
      <span className="change-severity" data-severity={severity}>
        {severity}
      </span>
    ),
  },
  {
    id: 'type',
    title: 'Type',
    rank: 0,
    width: '10rem',
    roomPx: 130,
    cell: ({ id, change_type: type }) => (
      <button type="button" className="change-open cut" onClick={() => onOpen(id)}>
        {type ?? 'change'}
      </button>
    ),
  },
  {
    id: 'summary',
    title: 'Summary',
    rank: 0,
    roomPx: 200,
    cell: ({ summary, count }) => (
      <span className="cut" title={summary ?? undefined}>
        {summary}
        {(count ?? 1) > 1 ? <span className="faint"> ×{count}</span> : null}
      </span>
    ),
  },
  {
    id: 'by',
    title: 'Created By',
    rank: 3,
    width: '10rem',
    roomPx: 130,
    cell: ({ external_created_by: by, source }) => by ?? <span className="dim">{source}</span>,
  },
  {
    id: 'at',
    title: 'Last Seen',
    rank: 2,
    align: 'end',
    width: '5.5rem',
    roomPx: 72,
    cell: ({ created_at: at }) => <Age at={at} />,
  },
]

function ChangeModal({ change, onClose }: { readonly change: ConfigChange; readonly onClose: () => void }) {
  const { change_type: type, created_at: at, source, external_created_by: by, summary, diff, details } = change
  return (
    <Modal title={type ?? 'Change'} size="large" onClose={onClose}>
      <p className="item-facts">
        <Moment at={at} />
        {by === null ? null : <span>by {by}</span>}
        {source === null ? null : <span>source {source}</span>}
      </p>
      {summary === null ? null : <p>{summary}</p>}
      {diff === null || diff === '' ? null : <DiffView diff={diff} />}
      {details === null || details === undefined ? null : (
        <pre className="item-spec">{JSON.stringify(details, null, 2)}</pre>
      )}
    </Modal>
  )
}

/** What happened to an item, newest first, each with its diff. */
export function ItemChanges({ id }: { readonly id: string }) {
  const [{ pageIndex, pageSize }, changeTable] = useTableState()
  const [openId, setOpenId] = useQueryState('change')
  const { data, error, isPending, refetch } = useQuery(
    changesPage(id, { offset: pageIndex * pageSize, limit: pageSize }),
  )
  const columns = useMemo(() => columnsOf(setOpenId), [setOpenId])
  const open = data?.rows.find((change) => change.id === openId)
  return (
    <>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      <DataTable
        label="Changes"
        columns={columns}
        rows={data?.rows ?? []}
        keyOf={idOf}
        loading={isPending && error === null}
        empty={
          error === null ? (
            <EmptyState title="No changes recorded">
              <p>A change of its document or health appears here when its scraper sees it.</p>
            </EmptyState>
          ) : null
        }
      />
      {data === undefined || data.total === null || data.total <= pageSize ? null : (
        <Pager
          pageIndex={pageIndex}
          pageSize={pageSize}
          pageSizes={serverPageSizes}
          total={data.total}
          onPage={(index) => changeTable({ pageIndex: index })}
          onPageSize={(size) => changeTable({ pageSize: size })}
        />
      )}
      {open === undefined ? null : <ChangeModal change={open} onClose={() => setOpenId('')} />}
    </>
  )
}
