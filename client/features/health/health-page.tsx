import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import {
  automaticRange,
  defaultHealthRange,
  healthRanges,
  lengthRange,
  type CheckRange,
} from '#shared/health/health-range.ts'
import { healthChecks } from '#shared/health/health-topics.ts'
import { RejectedDocuments } from '#client/domain/documents/rejected-documents.tsx'
import { Slot } from '#client/domain/slots/slot.tsx'
import { ViewMenu } from '#client/domain/views/view-menu.tsx'
import { serverNow } from '#client/lib/time/clock.ts'
import type { RangeList } from '#client/ui/form/time-range-dialog.tsx'
import { TimeRangePicker } from '#client/ui/form/time-range-picker.tsx'
import { Page } from '#client/ui/layout/page.tsx'
import { useRefresh } from '#client/live/use-refresh.ts'
import { useTopic } from '#client/live/use-topic.ts'
import { HealthBody } from './health-body.tsx'
import { HealthNothing } from './health-nothing.tsx'
import { HealthOutage } from './health-outage.tsx'
import { checkTable } from './table/check-columns.tsx'
import { setRange, shownState, useHealthQuery, useShown } from './use-health-query.ts'
import './health-page.css'

const CheckPanel = lazy(async () => ({ default: (await import('./detail/check-panel.tsx')).CheckPanel }))

const all = {}

const useAskOnRange = (range: string, refresh: () => void) => {
  const loadedRange = useRef(range)
  useEffect(() => {
    if (loadedRange.current === range) return
    loadedRange.current = range
    refresh()
  }, [range, refresh])
}

const defaultRange = (check: CheckRow | undefined): CheckRange =>
  lengthRange(check?.lastRuntime ? automaticRange(serverNow() - Date.parse(check.lastRuntime)) : defaultHealthRange)

const lists: readonly RangeList[] = [{ title: 'Last', look: 'lengths', ranges: healthRanges.map(lengthRange) }]

export function HealthPage() {
  const query = useHealthQuery()
  const shown = useShown(query)
  const topic = useTopic(healthChecks, all)
  const { status, rows, refresh } = topic
  const { busy, ask } = useRefresh(topic)
  const check = query.checkId === null ? undefined : rows.get(query.checkId)
  const range = query.range ?? defaultRange(check)
  useAskOnRange(JSON.stringify(range), refresh)
  const [expanded, setExpanded] = useState(false)
  const lastKnown = status === 'stale' || status === 'offline'
  return (
    <Page
      title="Health"
      views={<ViewMenu table={checkTable} state={shownState(shown)} />}
      slot={<TimeRangePicker range={range} lists={lists} onChange={setRange} />}
      refresh={{ busy, onRefresh: ask }}
    >
      {lastKnown ? <HealthOutage topic={topic} onRetry={ask} /> : null}
      <RejectedDocuments />
      <div className="panel-area health" data-panel={query.checkId === null ? undefined : ''}>
        {rows.size === 0 ? (
          <HealthNothing topic={topic} onRetry={ask} />
        ) : (
          <HealthBody topic={topic} query={query} lastKnown={lastKnown} />
        )}
        {query.checkId === null ? null : (
          <Suspense>
            <CheckPanel
              key={query.checkId}
              checkId={query.checkId}
              check={check}
              status={status}
              range={range}
              lastKnown={lastKnown}
              actions={
                check && <Slot name="resourceActions" resource={{ kind: 'check', id: check.id, name: check.name }} />
              }
              preceded={
                check?.status === 'unhealthy' ? (
                  <Slot name="changesBeforeFailure" kind="check" id={check.id} turnedAt={check.lastTransition} />
                ) : null
              }
              expanded={expanded}
              onExpand={setExpanded}
            />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
