import { useEffect, lazy, Suspense } from 'react'
import { z } from 'zod'
import { attentionQueries, openIncidents, unhealthyChecks, waitingRuns } from '#shared/live/attention-topics.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useCountedRows } from '#client/domain/attention/counted-rows.ts'
import { routes } from '#client/lib/address/routes.ts'
import { setFailingChecks } from '#client/lib/browser/document-title.ts'
import { useLiveState } from '#client/live/use-live-state.ts'
import { StateMark } from '#client/ui/state-mark.tsx'
import { usePreferences } from '#client/lib/browser/preferences.ts'
import './attention.css'

const Alerts = lazy(async () => ({ default: (await import('#client/features/shell/alerts/alerts.tsx')).Alerts }))

function TurnedOnAlerts() {
  const isOn = usePreferences(({ playsSound, showsNotifications }) => playsSound || showsNotifications)
  return isOn ? (
    <Suspense>
      <Alerts />
    </Suspense>
  ) : null
}

const kinds = {
  checks: { topic: unhealthyChecks, relation: 'checks', label: 'unhealthy' },
  incidents: { topic: openIncidents, relation: 'incidents', label: 'open' },
  runs: { topic: waitingRuns, relation: 'playbook_runs', label: 'waiting for approval' },
} as const
type Kind = keyof typeof kinds

const kindByPage: ReadonlyMap<string, Kind> = new Map([
  [routes.health, 'checks'],
  [routes.incidents, 'incidents'],
  [routes.playbooks, 'runs'],
])

const rowSchema = z.object({ id: z.string() })

const useCount = (kind: Kind): number => {
  const { topic, relation } = kinds[kind]
  const { total } = useCountedRows(topic, {
    queryKey: ['attention', kind],
    relation,
    row: rowSchema,
    toQuery: () => ({ ...attentionQueries[kind], select: 'id', limit: 1 }),
  })
  return total ?? 0
}

const shownMax = 999

function Count({ kind }: { readonly kind: Kind }) {
  const count = useCount(kind)
  const { state } = useLiveState()
  if (count === 0) return null
  const stale = state !== 'live' && state !== 'lagging'
  return (
    <span className="attention tabular" data-stale={stale ? '' : undefined}>
      {kind === 'checks' ? <StateMark state="unhealthy" stale={stale} label="" /> : null}
      <span className="attention-number" aria-hidden="true">
        {count > shownMax ? `${shownMax}+` : count}
      </span>
      <span className="visually-hidden">{`${count} ${kinds[kind].label}${stale ? ', may be out of date' : ''}`}</span>
    </span>
  )
}

export function AttentionCount({ page }: { readonly page: string }) {
  const kind = kindByPage.get(page)
  const allows = useAllows()
  if (kind === undefined || !allows(kinds[kind].topic.resource, 'read')) return null
  return <Count kind={kind} />
}

function FailingChecks() {
  const count = useCount('checks')
  useEffect(() => setFailingChecks(count), [count])
  useEffect(() => () => setFailingChecks(0), [])
  return null
}

/** Keeps the tab's title and icon current, and alerts, while no sidebar is shown too. */
export function Attention() {
  const allows = useAllows()
  return (
    <>
      {allows(unhealthyChecks.resource, 'read') ? <FailingChecks /> : null}
      <TurnedOnAlerts />
    </>
  )
}
