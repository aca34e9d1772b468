import { Play } from '@blueprintjs/icons'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import type { ListedRun } from '#shared/playbooks/listed-run.ts'
import { runnablePlaybooksRoute } from '#shared/playbooks/playbook-routes.ts'
import { playbookRuns } from '#shared/playbooks/playbook-topics.ts'
import { call } from '#client/api/call.ts'
import { runsContinue, toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import { catalogKey } from '#client/features/catalog/catalog-api.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { ageColumn, plainColumn } from '#client/ui/table/column-kinds.tsx'
import type { ListColumn } from '#client/ui/table/list-column.ts'
import { countFact } from '#client/ui/table/list-facts.tsx'
import { ListFrame } from '#client/ui/table/list-frame.tsx'
import { topicReading } from '#client/ui/table/list-reading.tsx'
import { useWholeList } from '#client/ui/table/list-source.ts'

const runnableQuery = (id: string) =>
  queryOptions({
    queryKey: [...catalogKey, 'playbooks', id],
    queryFn: async ({ signal }) => (await call(runnablePlaybooksRoute, { query: { config_id: id }, signal })) ?? [],
  })

const runsShown = 50
const newestFirst = { id: 'at', desc: true }
const getId = ({ id }: ListedRun) => id

const runHref = (playbookId: string, itemId: string) =>
  `${routes.playbookRuns}?${new URLSearchParams({ playbook: playbookId, run: 'true', config_id: itemId }).toString()}`

const getPlaybookName = ({ playbooks: playbook }: ListedRun) => playbook?.title || playbook?.name || 'Deleted playbook'

const columns: readonly ListColumn<ListedRun>[] = [
  {
    id: 'name',
    title: 'Name',
    rank: 0,
    minWidth: 180,
    text: getPlaybookName,
    cell: (run) => (
      <span className="catalog-name">
        <StateMark state={toRunState(run.status)} label={formatStatus(run.status)} />
        <Link className="cut" href={linkTo(routes.playbookRun, { id: run.id })}>
          {getPlaybookName(run)}
        </Link>
      </span>
    ),
  },
  plainColumn(({ status }) => formatStatus(status), { id: 'status', title: 'Status', rank: 1, width: 160 }),
  plainColumn(({ created_by: by }) => by?.name, { id: 'by', title: 'Created By', rank: 3, width: 160, none: '–' }),
  ageColumn(({ created_at: at }) => at, { id: 'at', title: 'Created', rank: 2, width: 88 }),
]

function Runnable({ id }: { readonly id: string }) {
  const { data: playbooks, error, refetch } = useQuery(runnableQuery(id))
  const [, navigate] = useLocation()
  if (error !== null) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (playbooks === undefined) return null
  return (
    <section className="item-runnable" aria-label="Available playbooks">
      {playbooks.length === 0 ? <p className="dim">No playbook can run on this item.</p> : null}
      {playbooks.map(({ id: playbookId, name, title }) => (
        <Button key={playbookId} icon={<Play size={14} />} onClick={() => navigate(runHref(playbookId, id))}>
          {title || name}
        </Button>
      ))}
    </section>
  )
}

export function ItemPlaybooks({ id }: { readonly id: string }) {
  const filter = useMemo(() => ({ config: id, offset: 0, limit: runsShown }), [id])
  const topic = useTopic(playbookRuns, filter)
  const { rows } = topic
  const source = useWholeList({
    reading: {
      ...topicReading(topic, 'Runs', runsContinue),
      isKnown: true,
      ...(topic.status === 'refused' && { notice: null }),
    },
    columns,
    rows: useMemo(() => [...rows.values()].filter((row): row is ListedRun => row.kind === 'run'), [rows]),
    usual: newestFirst,
  })
  return (
    <>
      <Runnable id={id} />
      <ListFrame
        table="item-runs"
        label="Playbook runs"
        source={source}
        getKey={getId}
        facts={countFact(source.total, 'run', 'runs')}
        nothing={
          topic.status === 'refused' ? (
            <EmptyState title="You do not have permission to view runs">
              <p>Viewing runs requires read permission on playbook_runs. {topic.reason}</p>
            </EmptyState>
          ) : (
            <EmptyState title="No playbook has run on this item" />
          )
        }
      />
    </>
  )
}
