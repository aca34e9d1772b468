import { lazy, Suspense } from 'react'
import type { CheckRow } from '#shared/health/check-row.ts'
import type { CheckRange } from '#shared/health/health-range.ts'
import { panelKeys } from '#client/features/health/use-health-query.ts'
import { hasOwnBackend } from '#client/lib/browser/own-backend.ts'
import { useQueryState } from '#client/lib/address/query-state.ts'
import { SkeletonRows } from '#client/ui/feedback/skeleton.tsx'
import { Tabs } from '#client/ui/layout/tabs.tsx'
import { CheckGraphs } from './check-graphs.tsx'
import { CheckProperties } from './check-properties.tsx'
import { CheckResult } from './check-result.tsx'
import { StatusHistory } from './status-history.tsx'

/** Lazy: only this tab needs the YAML library. */
const CheckSpec = lazy(async () => ({ default: (await import('./check-spec.tsx')).CheckSpec }))

const everyTab = [
  { id: 'history', label: 'Status history' },
  { id: 'result', label: 'Last result' },
  { id: 'graphs', label: 'Graphs' },
  { id: 'properties', label: 'Properties' },
  { id: 'spec', label: 'Spec' },
] as const

/** Other backends store no report of the last result. */
const tabs = everyTab.filter(({ id }) => id !== 'result' || hasOwnBackend())

const panelId = 'check-detail-tab'

export function CheckTabs({ check, range }: { readonly check: CheckRow; readonly range: CheckRange }) {
  const [wanted, setSelected] = useQueryState(panelKeys.tab, everyTab[0].id)
  const selected = tabs.find(({ id }) => id === wanted)?.id ?? everyTab[0].id
  return (
    <>
      <Tabs label="Check detail" tabs={tabs} selected={selected} panelId={panelId} onSelect={setSelected} />
      <div
        id={panelId}
        role="tabpanel"
        aria-label={tabs.find(({ id }) => id === selected)?.label}
        className="check-tab"
      >
        {selected === 'history' ? <StatusHistory check={check} range={range} /> : null}
        {selected === 'result' ? <CheckResult check={check} /> : null}
        {selected === 'graphs' ? <CheckGraphs check={check} range={range} /> : null}
        {selected === 'properties' ? <CheckProperties check={check} /> : null}
        {selected === 'spec' ? (
          <Suspense fallback={<SkeletonRows label="Loading spec" />}>
            <CheckSpec canaryId={check.canaryId} />
          </Suspense>
        ) : null}
      </div>
    </>
  )
}
