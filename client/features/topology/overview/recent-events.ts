import { z } from 'zod'
import { changeTable } from '#shared/catalog/catalog-topics.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { incidentTable } from '#shared/incidents/incident-topics.ts'
import type { ListedRun, RunListRow } from '#shared/playbooks/listed-run.ts'
import { playbookRuns } from '#shared/playbooks/playbook-topics.ts'
import { formatCount } from '#shared/primitives/format-count.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { hourMs } from '#shared/primitives/time-units.ts'
import { useAllows } from '#client/api/session/use-allows.ts'
import { useCountedRows } from '#client/domain/attention/counted-rows.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { incidentName } from '#client/domain/incidents/incident-state.ts'
import { formatStatus, toRunState } from '#client/domain/playbooks/run-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { serverNow } from '#client/lib/time/clock.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import { useTopic } from '#client/live/use-topic.ts'
import type { State } from '#client/ui/state-mark.tsx'
import type { Source } from './area.ts'
import { toSource } from './counted-finding.ts'
import { getRunTitle } from './run-area.ts'

export interface RecentEvent {
  readonly key: string
  readonly state: State
  readonly name: string
  readonly text: string
  readonly atMs: number
  readonly href: string
}

export interface RecentSource {
  readonly name: string
  readonly source: Source
  readonly events: readonly RecentEvent[]
}

const rowsMax = 20
/** The hour of the queries moves with the time. */
const askAgainMs = 60_000

const parseMs = (at: string | null | undefined) => (at ? Date.parse(at) : Number.NEGATIVE_INFINITY)

const checkTexts = { unhealthy: 'became unhealthy', healthy: 'became healthy', unknown: 'has no result' } as const

export const listCheckEvents = (checks: Iterable<CheckRow>): readonly RecentEvent[] =>
  [...checks].flatMap((check) => {
    if (check.lastTransition === null) return []
    const state = toCheckState(check)
    const text = checkTexts[state]
    return {
      key: `check ${check.id}`,
      state,
      name: check.name,
      text: state === 'unhealthy' && check.message !== '' ? `${text}: ${causeFirst(check.message)}` : text,
      atMs: Date.parse(check.lastTransition),
      href: checkHref(check.id),
    }
  })

const incidentSchema = z.object({
  id: z.string(),
  incident_id: z.string().nullable(),
  title: z.string().nullish(),
  created_at: z.string().nullish(),
  resolved: z.string().nullish(),
  closed: z.string().nullish(),
})

const toIncidentEvent = (incident: z.infer<typeof incidentSchema>): RecentEvent => {
  const { id, title, created_at: opened, resolved, closed } = incident
  const [verb, at] = closed ? ['closed', closed] : resolved ? ['resolved', resolved] : ['opened', opened]
  return {
    key: `incident ${id}`,
    state: verb === 'opened' ? 'unhealthy' : 'healthy',
    name: incidentName(incident),
    text: title == null ? verb : `${verb}: ${title}`,
    atMs: parseMs(at),
    href: linkTo(routes.incident, { id }),
  }
}

const useIncidentEvents = (): RecentSource | null => {
  const isAllowed = useAllows()(incidentTable.resource, 'read')
  const counted = useCountedRows(incidentTable, {
    queryKey: ['overview', 'recent incidents'],
    relation: 'incidents',
    row: incidentSchema,
    toQuery: () => {
      const from = toIsoTime(serverNow() - hourMs)
      return {
        or: `(created_at.gte.${from},resolved.gte.${from},closed.gte.${from})`,
        select: 'id,incident_id,title,created_at,resolved,closed',
        order: 'created_at.desc',
        limit: rowsMax,
      }
    },
    enabled: isAllowed,
    everyMs: askAgainMs,
  })
  if (!isAllowed) return null
  return { name: 'incidents', source: toSource(counted), events: counted.rows.map(toIncidentEvent) }
}

const inHour = { lastMs: hourMs, offset: 0, limit: rowsMax }
const isRun = (row: RunListRow): row is ListedRun => row.kind === 'run'

const toRunEvent = (run: ListedRun): RecentEvent => ({
  key: `run ${run.id}`,
  state: toRunState(run.status),
  name: getRunTitle(run),
  text: formatStatus(run.status),
  atMs: parseMs(run.end_time ?? run.start_time ?? run.created_at),
  href: linkTo(routes.playbookRun, { id: run.id }),
})

const useRunEvents = (): RecentSource | null => {
  const isAllowed = useAllows()(playbookRuns.resource, 'read')
  const { status, rows, observedAtMs, reason } = useTopic(playbookRuns, isAllowed ? inHour : null)
  if (!isAllowed) return null
  const events = [...rows.values()].filter(isRun).map(toRunEvent)
  return { name: 'runs', source: { status, isKnown: observedAtMs !== null, reason }, events }
}

const changeSchema = z.object({
  id: z.string(),
  change_type: z.string(),
  created_at: z.string(),
  config: z.object({ name: z.string().nullish() }).nullish(),
})

const useChangeEvents = (): RecentSource | null => {
  const isAllowed = useAllows()(changeTable.resource, 'read')
  const counted = useCountedRows(changeTable, {
    queryKey: ['overview', 'recent changes'],
    relation: 'config_changes',
    row: changeSchema,
    toQuery: () => ({
      created_at: `gte.${toIsoTime(serverNow() - hourMs)}`,
      select: 'id,change_type,created_at,config:configs(name)',
      order: 'created_at.desc',
      limit: 1,
    }),
    enabled: isAllowed,
    everyMs: askAgainMs,
  })
  if (!isAllowed) return null
  const events = counted.rows.map(({ change_type: type, created_at: at, config }): RecentEvent => ({
    key: 'changes',
    state: 'unknown',
    name: formatCount(counted.total ?? 1, 'catalog change'),
    text: `latest: ${[config?.name, type].filter(Boolean).join(', ')}`,
    atMs: Date.parse(at),
    href: `${routes.catalogChanges}?range=now-1h`,
  }))
  return { name: 'catalog changes', source: toSource(counted), events }
}

export const useRecentSources = (checks: RecentSource): readonly RecentSource[] => {
  const sources = [checks, useIncidentEvents(), useRunEvents(), useChangeEvents()]
  return sources.filter((each) => each !== null).filter(({ source }) => source.status !== 'refused')
}

/** Newest first. */
export const summarizeRecent = (sources: readonly RecentSource[], nowMs: number) => ({
  events: sources
    .flatMap(({ events }) => events)
    .filter(({ atMs }) => atMs > nowMs - hourMs)
    .toSorted((a, b) => b.atMs - a.atMs),
  isLoading: sources.some(({ source }) => source.status === 'loading'),
  isStale: sources.some(({ source: { status, isKnown } }) => status !== 'live' && status !== 'loading' && isKnown),
  unknown: sources.flatMap(({ name, source: { status, isKnown } }) =>
    status === 'live' || status === 'loading' || isKnown ? [] : [name],
  ),
})
