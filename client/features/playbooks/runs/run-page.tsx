import { useMemo } from 'react'
import { playbookRun } from '#shared/playbooks/playbook-topics.ts'
import { isId } from '#shared/primitives/id.ts'
import { Slot } from '#client/domain/slots/slot.tsx'
import { routes } from '#client/lib/address/routes.ts'
import { changeQuery, useQueryParams } from '#client/lib/address/query-state.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { Button } from '#client/ui/button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { SignedOut } from '#client/ui/feedback/signed-out.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { TopicNotice } from '#client/ui/feedback/topic-notice.tsx'
import { ApprovalPane } from './approval-pane.tsx'
import { RunComparison } from './run-comparison.tsx'
import { RunHead } from './run-head.tsx'
import { getRunTitle } from './run-links.ts'
import { RunSide } from './run-side.tsx'
import { runsContinue } from '#client/domain/playbooks/run-state.ts'
import { toRunView, shownTry } from './run-view.ts'
import { StepDetail } from './step-detail.tsx'
import { StepList } from './step-list.tsx'
import './run-page.css'

const crumbs = [
  { label: 'Playbooks', href: routes.playbooks },
  { label: 'Runs', href: routes.playbookRuns },
]

const show = (tryId: string) =>
  changeQuery((query) => {
    query.set('action', tryId)
    query.delete('tab')
  })

const closeComparison = () => changeQuery((query) => query.delete('compare'))

interface RunPageProps {
  readonly id: string
}

export function RunPage(props: RunPageProps) {
  if (!isId(props.id)) return <NoRun id={props.id} />
  return <LiveRun {...props} />
}

function NoRun({ id }: { readonly id: string }) {
  return (
    <Page title="Run not found" crumbs={crumbs}>
      <EmptyState title="Run not found">
        <p>
          No run has the ID <code>{id}</code>. The link is wrong, or the run was removed with its playbook.
        </p>
      </EmptyState>
    </Page>
  )
}

function LiveRun({ id }: RunPageProps) {
  const params = useMemo(() => ({ runId: id }), [id])
  const topic = useTopic(playbookRun, params)
  const { status, rows, reason, refresh } = topic
  const view = useMemo(() => toRunView(rows.values()), [rows])
  const query = useQueryParams()
  if (view === null) {
    if (status === 'live' || status === 'missing') return <NoRun id={id} />
    return (
      <Page title="Run" crumbs={crumbs}>
        {status === 'loading' ? (
          <SkeletonRows label="Loading run" />
        ) : status === 'signedOut' ? (
          <SignedOut subject="the run" />
        ) : (
          <EmptyState
            title={
              status === 'refused'
                ? 'Unauthorized: You do not have permission to access this page'
                : 'Run not available yet'
            }
            actions={status === 'refused' ? undefined : <Button onClick={refresh}>Retry now</Button>}
          >
            {reason}
          </EmptyState>
        )}
      </Page>
    )
  }
  const stale = status === 'stale' || status === 'offline'
  const shown = shownTry(view, query.get('action'))
  const isWaiting = view.run.status === 'pending_approval'
  const comparedId = query.get('compare') ?? ''
  return (
    <Page title={getRunTitle(view.run)} crumbs={crumbs} refresh={{ busy: false, onRefresh: refresh }}>
      {stale ? <TopicNotice topic={topic} subject="The run" meanwhile={runsContinue} /> : null}
      <RunHead
        view={view}
        status={status}
        stale={stale}
        actions={<Slot name="linkToIncident" resource={{ kind: 'run', id, name: getRunTitle(view.run) }} />}
      />
      <div className="run-body" data-approval={isWaiting ? '' : undefined}>
        {isWaiting ? null : (
          <aside className="run-side" aria-label="Steps and parameters">
            <StepList view={view} shownId={shown?.shown.id ?? null} onShow={show} />
            <RunSide view={view} />
          </aside>
        )}
        <div className="run-main">
          {view.run.error === null ? null : (
            <Callout tone="bad" title={view.run.status === 'cancelled' ? 'The run was cancelled.' : 'The run failed.'}>
              <span className="step-error">{view.run.error}</span>
            </Callout>
          )}
          {isId(comparedId) && view.isOver ? (
            <RunComparison view={view} otherId={comparedId} step={shown?.step ?? null} onClose={closeComparison} />
          ) : shown !== null ? (
            <StepDetail key={shown.shown.id} step={shown.step} shown={shown.shown} />
          ) : isWaiting ? (
            <ApprovalPane view={view} />
          ) : (
            <EmptyState title={view.isOver ? 'No steps were started' : 'No step has started yet'}>
              {view.isOver ? 'The run ended before its first step.' : 'Output appears here while steps run.'}
            </EmptyState>
          )}
        </div>
      </div>
    </Page>
  )
}
