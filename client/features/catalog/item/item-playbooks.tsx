import { Play } from '@blueprintjs/icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import type { ListedRun } from '#shared/playbooks/listed-run.ts'
import { runnablePlaybooksRoute } from '#shared/playbooks/playbook-routes.ts'
import { playbookRuns } from '#shared/playbooks/playbook-topics.ts'
import { call } from '#client/api/call.ts'
import { runsGoOn, stateOfRun, statusWord } from '#client/domain/playbooks/run-state.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { TopicTrouble } from '#client/ui/feedback/topic-trouble.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { DataTable, type Column } from '#client/ui/table/data-table.tsx'

const runnableQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogKey, 'playbooks', id],
    queryFn: async ({ signal }) => (await call(runnablePlaybooksRoute, { query: { config_id: id }, signal })) ?? [],
    meta: { failsOnPage: true },
  })

const runsShown = 50
const idOf = ({ id }: ListedRun) => id

/** Where the playbook's dialog opens with the item as its target. */
const runHref = (playbookId: string, itemId: string) =>
  `${routes.playbookRuns}?${new URLSearchParams({ playbook: playbookId, run: 'true', config_id: itemId }).toString()}`

const columns: readonly Column<ListedRun>[] = [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    roomPx: 180,
    cell: ({ id, status, playbooks: playbook }) => (
      <span className="catalog-name">
        <StateMark state={stateOfRun(status)} label={statusWord(status)} />
        <Link className="cut" href={linkTo(routes.playbookRun, { id })}>
          {playbook?.title || playbook?.name || 'A playbook that is gone'}
        </Link>
      </span>
    ),
  },
  {
    id: 'status',
    title: 'Status',
    rank: 1,
    width: '10rem',
    roomPx: 120,
    cell: ({ status }) => statusWord(status),
  },
  {
    id: 'by',
    title: 'Created By',
    rank: 3,
    width: '10rem',
    roomPx: 120,
    cell: ({ created_by: by }) => by?.name ?? <span className="faint">–</span>,
  },
  {
    id: 'at',
    title: 'Created',
    rank: 2,
    align: 'end',
    width: '5.5rem',
    roomPx: 70,
    cell: ({ created_at: at }) => <Age at={at} />,
  },
]

function Runnable({ id }: { readonly id: string }) {
  const { data: playbooks, error, refetch } = useQuery(runnableQuery(id))
  const [, navigate] = useLocation()
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (playbooks === undefined) return null
  return (
    <section className="item-runnable" aria-label="Playbooks that can run here">
      {playbooks.length === 0 ? <p className="dim">No playbook can run on this item.</p> : null}
      {playbooks.map(({ id: playbookId, name, title }) => (
        <Button key={playbookId} icon={<Play size={14} />} onClick={() => navigate(runHref(playbookId, id))}>
          {title || name}
        </Button>
      ))}
    </section>
  )
}

/** What can be run on an item, and what was, as it goes. */
export function ItemPlaybooks({ id }: { readonly id: string }) {
  const filter = useMemo(() => ({ config: id, offset: 0, limit: runsShown }), [id])
  const topic = useTopic(playbookRuns, filter)
  const { status, rows } = topic
  const runs = useMemo(
    () =>
      [...rows.values()]
        .filter((row): row is ListedRun => row.kind === 'run')
        .toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1)),
    [rows],
  )
  return (
    <>
      <Runnable id={id} />
      {status === 'stale' || status === 'offline' ? (
        <TopicTrouble topic={topic} what="Runs" meanwhile={runsGoOn} />
      ) : null}
      <DataTable
        label="Playbook runs"
        columns={columns}
        rows={runs}
        keyOf={idOf}
        loading={status === 'loading'}
        empty={
          status === 'refused' ? (
            <EmptyState title="You may not read runs">
              <p>Reading runs needs read on playbook_runs. {topic.reason}</p>
            </EmptyState>
          ) : (
            <EmptyState title="No playbook ran on this item" />
          )
        }
      />
    </>
  )
}
