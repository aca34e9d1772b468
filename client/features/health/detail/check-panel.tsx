import { useQuery } from '@tanstack/react-query'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { CheckRange } from '#shared/health/health-range.ts'
import { isLate } from '#shared/health/staleness.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import type { TopicStatus } from '#client/live/topic-view.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { AcknowledgeAction } from '#client/domain/health/acknowledge-action.tsx'
import { AcknowledgedMark } from '#client/domain/health/acknowledged-mark.tsx'
import { SilencedMark } from '#client/domain/notifications/silenced-mark.tsx'
import { Moment } from '#client/ui/moment.tsx'
import { SidePanel } from '#client/ui/layout/side-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { toRowState } from '#client/features/health/table/row-state.ts'
import { closeCheck } from '#client/features/health/use-health-query.ts'
import { CheckFacts } from './check-facts.tsx'
import { CheckMenu } from './check-menu.tsx'
import { CheckMessage } from './check-message.tsx'
import { CheckRelations } from './check-relations.tsx'
import { CheckTabs } from './check-tabs.tsx'
import { detailQuery } from './health-api.ts'
import { RunNow } from './run-now.tsx'
import './check-panel.css'

interface CheckPanelProps {
  readonly checkId: string
  readonly check: CheckRow | undefined
  readonly status: TopicStatus
  readonly range: CheckRange
  readonly lastKnown: boolean
  readonly actions?: React.ReactNode
  readonly preceded?: React.ReactNode
  readonly expanded: boolean
  readonly onExpand: (expanded: boolean) => void
}

export function CheckPanel(props: CheckPanelProps) {
  const { checkId, check, status, range, lastKnown, actions, preceded, expanded, onExpand } = props
  const now = useServerNow(1_000)
  if (check === undefined) return <NoCheck checkId={checkId} isLoading={status === 'loading'} />
  const stale = lastKnown || isLate(check, now)
  return (
    <SidePanel
      title={check.name}
      mark={<StateMark state={toRowState({ kind: 'check', id: check.id, check, stale })} stale={stale} />}
      facts={
        <>
          <CheckFacts check={check} stale={stale} />
          <CheckRelations check={check} />
          <AcknowledgedMark acknowledged={check.acknowledged} />
          <SilencedMark target={{ kind: 'check', id: check.id }} />
        </>
      }
      actions={
        <>
          <RunNow check={check} />
          {check.status === 'unhealthy' ? <AcknowledgeAction check={check} /> : null}
          {actions}
          <CheckMenu check={check} />
        </>
      }
      expanded={expanded}
      onExpand={onExpand}
      onClose={closeCheck}
    >
      <CheckMessage check={check} stale={stale} />
      {preceded}
      <CheckTabs check={check} range={range} />
    </SidePanel>
  )
}

function NoCheck({ checkId, isLoading }: { readonly checkId: string; readonly isLoading: boolean }) {
  const { data: detail, isPending } = useQuery({ ...detailQuery(checkId), enabled: !isLoading })
  if (isLoading || (isPending && !detail)) {
    return (
      <SidePanel title="Check" onClose={closeCheck}>
        <SkeletonRows label="Loading check" />
      </SidePanel>
    )
  }
  const deletedAt = detail?.deleted_at
  return (
    <SidePanel title={detail?.name ?? 'Check'} onClose={closeCheck}>
      <EmptyState title={deletedAt ? 'Check deleted' : 'Check not found'}>
        {deletedAt ? (
          <p>
            It was deleted on <Moment at={deletedAt} />: its canary no longer contains it.
          </p>
        ) : (
          <p>
            <code>{checkId}</code> does not exist. The link is wrong, or the check’s canary was deleted.
          </p>
        )}
      </EmptyState>
    </SidePanel>
  )
}
