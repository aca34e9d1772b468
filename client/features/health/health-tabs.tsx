import type { HealthTab } from '#shared/health/health-tabs.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { Tabs, type Tab } from '#client/ui/layout/tabs.tsx'
import { setTab } from './use-health-query.ts'

interface HealthTabsProps {
  readonly tabs: readonly HealthTab[]
  readonly active: string | null
  readonly total: number
  readonly lastKnown: boolean
  readonly start?: React.ReactNode
  readonly end?: React.ReactNode
}

const allId = 'all'
const toTabId = (value: string) => `value:${value}`

const toMark = ({ unhealthy, stale, count }: HealthTab, lastKnown: boolean) => {
  if (unhealthy > 0) return <StateMark state="unhealthy" stale={lastKnown} label={`${unhealthy} unhealthy`} />
  return stale > 0 && !lastKnown ? <StateMark state="healthy" stale label={`${stale} of ${count} stale`} /> : undefined
}

export function HealthTabs({ tabs, active, total, lastKnown, start, end }: HealthTabsProps) {
  const shown: Tab[] = [
    { id: allId, label: 'All', count: total },
    ...tabs.map((tab) => ({
      id: toTabId(tab.value),
      label: tab.value === '' ? 'none' : tab.value,
      count: tab.count,
      mark: toMark(tab, lastKnown),
    })),
  ]
  return (
    <div className="health-tabs">
      {start}
      <Tabs
        label="Checks by tab"
        tabs={shown}
        selected={active === null ? allId : toTabId(active)}
        onSelect={(id) => setTab(tabs.find(({ value }) => toTabId(value) === id)?.value ?? null)}
        end={end}
      />
    </div>
  )
}
