import { useQuery } from '@tanstack/react-query'
import type { ItemSnapshot } from '#shared/catalog/as-of.ts'
import type { ConfigItem } from '#client/features/catalog/catalog-api.ts'
import { ChangeList } from '#client/features/catalog/changes/change-list.tsx'
import { useClockFormats } from '#client/lib/time/format-clock.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { ClockTime } from './clock-time.tsx'
import { FactChangeTable } from './fact-change-table.tsx'
import { MomentBar } from './moment-bar.tsx'
import { MomentChecks } from './moment-checks.tsx'
import { MomentDiff, MomentDocument } from './moment-document.tsx'
import { MomentGaps } from './moment-gaps.tsx'
import { MomentHead } from './moment-head.tsx'
import { MomentInsights } from './moment-insights.tsx'
import { MomentRelationships } from './moment-relationships.tsx'
import type { Lookback, Moment } from './moments.ts'
import { itemAtMomentQuery } from './moments-api.ts'
import { useOfferedMoments } from './use-offered-moments.ts'
import './moments.css'

function Absent({ presence, when }: { readonly presence: ItemSnapshot['presence']; readonly when: string }) {
  if (presence.kind === 'there') return null
  return (
    <EmptyState title={presence.kind === 'deleted' ? `Deleted ${when}` : `Not in the catalog yet ${when}`}>
      <p>
        This item was {presence.kind === 'deleted' ? 'deleted' : 'first found'} at <ClockTime at={presence.since} />.
      </p>
    </EmptyState>
  )
}

interface MomentView {
  readonly item: ConfigItem
  readonly tab: string
  readonly at: Moment
  readonly and: Moment | undefined
}

/** Earlier first. */
function Tab({ item: { id }, tab, at, and, states }: MomentView & { readonly states: readonly ItemSnapshot[] }) {
  const [before, after] = states
  const until = and !== undefined && { and }
  if (tab === 'relationships') return <MomentRelationships id={id} at={at} {...until} />
  if (tab === 'insights') return <MomentInsights id={id} at={at} {...until} />
  if (tab === 'checks') return <MomentChecks id={id} at={at} {...until} />
  if (before === undefined) return null
  const absent = states.find(({ facts }) => facts === null)
  if (absent !== undefined)
    return <Absent presence={absent.presence} when={absent === before ? 'at this time' : 'at the later time'} />
  return after === undefined ? <MomentDocument then={before} /> : <MomentDiff before={before} after={after} />
}

const ofNow = {
  playbooks: 'Playbooks always run in the present',
  incidents: 'Incidents are shown in their current state',
  costs: 'Costs are shown at their current values',
} as const

function timeless({ item: { id }, tab }: MomentView, moment: string): React.ReactNode {
  if (tab === 'changes') return <ChangeList itemId={id} />
  if (tab !== 'playbooks' && tab !== 'incidents' && tab !== 'costs') return null
  return (
    <EmptyState title={ofNow[tab]}>
      <p>
        You are viewing {moment}. Go back to now to {tab === 'playbooks' ? 'run them' : 'view them'}.
      </p>
    </EmptyState>
  )
}

function Moments({ tabs, ...view }: MomentView & { readonly tabs: React.ReactNode }) {
  const { item, at, and } = view
  const first = useQuery(itemAtMomentQuery(item.id, at))
  const second = useQuery({ ...itemAtMomentQuery(item.id, and ?? at), enabled: and !== undefined })
  const { clock } = useClockFormats()
  const moment = at.kind === 'then' ? clock(Date.parse(at.at)) : 'now'
  const queries = and === undefined ? [first] : [first, second]
  const failed = queries.find(({ error }) => error !== null)
  const states = queries.flatMap(({ data }) => data ?? [])
  const [before, after] = states
  const gaps = new Map(states.flatMap((state) => state.gaps).map((gap) => [JSON.stringify(gap), gap]))
  const body = () => {
    const other = timeless(view, moment)
    if (other !== null) return other
    if (failed?.error) return <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} />
    if (states.length < queries.length) return <SkeletonRows label="Loading history" />
    return <Tab {...view} states={states} />
  }
  return (
    <>
      <MomentHead name={item.name ?? item.id} type={item.type} then={before} moment={moment} />
      <MomentGaps gaps={[...gaps.values()]} />
      {and !== undefined && before?.facts && after?.facts ? (
        <FactChangeTable was={before.facts} is={after.facts} />
      ) : null}
      {tabs}
      <div className="item-body">{body()}</div>
    </>
  )
}

interface MomentPageProps {
  readonly item: ConfigItem
  readonly tab: string
  readonly lookback: Lookback
  readonly tabs: React.ReactNode
}

export function MomentPage({ item, tab, lookback, tabs }: MomentPageProps) {
  const offered = useOfferedMoments(item.id)
  return (
    <>
      <MomentBar lookback={lookback} offered={offered} />
      {lookback.kind === 'one' ? (
        <Moments item={item} tab={tab} tabs={tabs} at={{ kind: 'then', at: lookback.at }} and={undefined} />
      ) : null}
      {lookback.kind === 'two' ? (
        <Moments item={item} tab={tab} tabs={tabs} at={lookback.before} and={lookback.after} />
      ) : null}
    </>
  )
}
