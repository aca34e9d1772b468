import { useMemo } from 'react'
import { facetReader, facetTitle, type Facet } from '#shared/health/check-facet.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { HealthFacts } from '#shared/health/health-facts.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { useServerNow } from '#client/lib/time/clock.ts'
import { formatAge } from '#client/lib/time/format-age.ts'
import { Button } from '#client/ui/button.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { Arrivals } from './arrivals.tsx'
import { FacetSummary } from './facet-summary.tsx'
import { RecentFailures } from './recent-failures.tsx'
import { nextExpected, rarest, listRecentFailures, summarizeByFacet } from './all-healthy-panels.ts'
import { Schedules } from './schedules.tsx'
import './all-healthy-view.css'

interface AllHealthyViewProps {
  readonly checks: readonly CheckRow[]
  readonly facts: HealthFacts
  readonly lastKnown: boolean
  readonly tabBy: Facet
  readonly onShowPassing: () => void
  readonly end?: React.ReactNode
}

function AllHealthyHead({ facts, lastKnown }: Pick<AllHealthyViewProps, 'facts' | 'lastKnown'>) {
  const now = useServerNow(1_000)
  const { total, healthy, rare, oldestResultMs, lastFailureMs } = facts
  const summaryTexts = [
    oldestResultMs === null ? null : `Oldest result ${formatAge(now - oldestResultMs)}.`,
    rare === 0 || lastKnown
      ? null
      : `${formatCount(rare, 'check runs', 'checks run')} hourly or less often, none overdue.`,
    lastFailureMs === null || lastKnown ? null : `No failures for ${formatAge(now - lastFailureMs)}.`,
  ]
  return (
    <div className="healthy-head-text">
      <h2>
        {lastKnown ? 'Last known: ' : ''}
        {formatCount(healthy)} of {formatCount(total)} healthy
      </h2>
      <p className="tabular">{summaryTexts.filter(Boolean).join(' ')}</p>
    </div>
  )
}

export function AllHealthyView({ checks, facts, lastKnown, tabBy, onShowPassing, end }: AllHealthyViewProps) {
  const recentFailures = useMemo(() => listRecentFailures(checks), [checks])
  const rare = useMemo(() => rarest(checks), [checks])
  const next = useMemo(() => nextExpected(checks), [checks])
  const summaries = useMemo(() => summarizeByFacet(checks, facetReader(tabBy)), [checks, tabBy])
  return (
    <div className="healthy" data-all-healthy>
      <div className="healthy-head">
        <StateMark state="healthy" stale={lastKnown} label="" />
        <AllHealthyHead facts={facts} lastKnown={lastKnown} />
        <div className="healthy-head-end">
          {end}
          <Button onClick={onShowPassing}>Show {formatCount(facts.healthy)} passing</Button>
        </div>
      </div>
      <Arrivals checks={checks} lastKnown={lastKnown} />
      <div className="healthy-columns">
        <RecentFailures checks={recentFailures} />
        <Schedules kind="rare" checks={rare} lastKnown={lastKnown} />
      </div>
      <div className="healthy-columns">
        <FacetSummary title={facetTitle(tabBy)} summaries={summaries} lastKnown={lastKnown} />
        <Schedules kind="next" checks={next} lastKnown={lastKnown} />
      </div>
      <p className="healthy-foot">
        {formatCount(facts.healthy, 'passing check is', 'passing checks are')} hidden by Hide Passing. Checks that fail
        or stop reporting appear here immediately.
      </p>
    </div>
  )
}
