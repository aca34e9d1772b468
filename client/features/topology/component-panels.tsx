import { formatCount } from '#shared/primitives/format-count.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { useIsFetching, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import type { Listed } from '#client/api/data-api.ts'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { useDelayed } from '#client/lib/time/use-delayed.ts'
import { Age } from '#client/ui/age.tsx'
import { Button } from '#client/ui/button.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { Fold, LoadingLine } from './fold.tsx'
import {
  changesQuery,
  checksQuery,
  incidentsQuery,
  insightsQuery,
  mostPanelRows,
  panelRows,
  pendingUpTo,
  runsQuery,
  teamsQuery,
  type ComponentChange,
  type ComponentCheck,
  type ComponentIncident,
  type ComponentInsight,
  type ComponentRun,
  type ComponentTeam,
  type Panel,
} from './topology-api.ts'
import './fold.css'

interface PanelProps {
  readonly id: string
}

interface PanelListProps<Row> extends PanelProps {
  readonly title: string
  readonly panel: Panel
  readonly query: UseQueryResult<Listed<Row>>
  readonly getKey: (row: Row) => string
  readonly none: string
  /** Leads to the rows that are not shown. */
  readonly rest?: string | (() => void) | undefined
  readonly renderLine: (row: Row) => React.ReactNode
}

function More({ title, count, rest }: Pick<PanelListProps<never>, 'title' | 'rest'> & { readonly count: number }) {
  const label = `${formatCount(count)} more`
  if (typeof rest === 'string')
    return (
      <Link href={rest} aria-label={`${label}: ${title}`}>
        {label}
      </Link>
    )
  if (rest === undefined) return label
  return (
    <Button look="minimal" small aria-label={`${label}: ${title}`} onClick={rest}>
      {label}
    </Button>
  )
}

/** Later, a panel no longer waits for slower ones above it. */
const fromTopWithinMs = 1_000

function PanelList<Row>({ id, title, panel, query, getKey, none, rest, renderLine }: PanelListProps<Row>) {
  const { data, error, refetch } = query
  const isOverdue = useDelayed(fromTopWithinMs)
  // Panels appear from the top, because rows above would move those already shown.
  const waitsForOthers = useIsFetching(pendingUpTo(id, panel)) > 0 && !isOverdue
  const isPending = waitsForOthers || (data === undefined && error === null)
  const more = isPending ? 0 : (data?.total ?? 0) - (data?.rows.length ?? 0)
  return (
    <Fold
      title={title}
      count={isPending ? undefined : data?.total}
      end={more > 0 ? <More title={title} count={more} rest={rest} /> : undefined}
    >
      {isPending ? (
        <LoadingLine label={`Loading ${title}`} />
      ) : (
        <>
          {error === null ? null : <ErrorPanel error={error} detailsHidden onRetry={() => void refetch()} />}
          {data?.rows.length === 0 && error === null ? <p className="fold-line faint">{none}</p> : null}
          <ul aria-label={title}>
            {data?.rows.map((row) => (
              <li key={getKey(row)} className="fold-line">
                {renderLine(row)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Fold>
  )
}

const usePanelLimit = () => {
  const [limit, setLimit] = useState(panelRows)
  const showAll = () => setLimit(mostPanelRows)
  return { limit, rest: limit === panelRows ? { rest: showAll } : {} }
}

const checkLine = (check: ComponentCheck) => (
  <>
    <StatusDot status={check.status} none="no results" />
    <Link className="fold-main cut" href={checkHref(check.id)}>
      {check.name ?? check.id}
    </Link>
    <span className="fold-note cut">{check.type}</span>
  </>
)

export function ChecksPanel({ id }: PanelProps) {
  const { limit, rest } = usePanelLimit()
  return (
    <PanelList
      id={id}
      title="Checks"
      panel="checks_by_component"
      {...rest}
      query={useQuery(checksQuery(id, limit))}
      getKey={(check) => check.id}
      none="No checks for this component."
      renderLine={checkLine}
    />
  )
}

const incidentLine = ({ id, title, status, severity, created_at: at }: ComponentIncident) => (
  <>
    <SeverityTag severity={severity} />
    <Link className="fold-main cut" href={linkTo(routes.incident, { id })}>
      {title} <span className="dim">{status}</span>
    </Link>
    <span className="fold-note tabular">
      <Age at={at} />
    </span>
  </>
)

export function IncidentsPanel({ id }: PanelProps) {
  const isOn = useFeatures()('incidents')
  const { allowed } = useAllowed('read', 'incident')
  const query = useQuery({ ...incidentsQuery(id), enabled: isOn && allowed })
  if (!isOn || !allowed) return null
  return (
    <PanelList
      id={id}
      title="Incidents"
      panel="incidents_by_component"
      rest={`${routes.incidents}?${new URLSearchParams({ component: id, status: '' }).toString()}`}
      query={query}
      getKey={(incident) => incident.id}
      none="No incidents for this component."
      renderLine={incidentLine}
    />
  )
}

const insightLine = (insight: ComponentInsight) => (
  <>
    <SeverityTag severity={insight.severity} />
    <Link className="fold-main cut" href={linkTo(routes.configItemInsights, { id: insight.config_id })}>
      {insight.name ?? insight.config_id} <span className="dim">{insight.analysis_type}</span>
    </Link>
    <span className="fold-note tabular">
      <Age at={insight.first_observed} />
    </span>
  </>
)

export function InsightsPanel({ id }: PanelProps) {
  const { limit, rest } = usePanelLimit()
  return (
    <PanelList
      id={id}
      title="Insights"
      panel="analysis_by_component"
      {...rest}
      query={useQuery(insightsQuery(id, limit))}
      getKey={(insight) => insight.analysis_id}
      none="No open insights for its items."
      renderLine={insightLine}
    />
  )
}

const changeLine = (change: ComponentChange) => (
  <>
    <SeverityTag severity={change.severity} />
    <Link className="fold-main cut" href={linkTo(routes.configItemChanges, { id: change.config_id })}>
      {change.name ?? change.config_id} <span className="dim">{change.change_type}</span>
    </Link>
    <span className="fold-note tabular">
      <Age at={change.created_at} />
    </span>
  </>
)

export function ChangesPanel({ id }: PanelProps) {
  const { limit, rest } = usePanelLimit()
  return (
    <PanelList
      id={id}
      title="Changes"
      panel="changes_by_component"
      {...rest}
      query={useQuery(changesQuery(id, limit))}
      getKey={(change) => change.id}
      none="No changes recorded for its items."
      renderLine={changeLine}
    />
  )
}

const runLine = (run: ComponentRun) => (
  <>
    <StateMark state={toRunState(run.status)} label={formatStatus(run.status)} />
    <Link className="fold-main cut" href={linkTo(routes.playbookRun, { id: run.id })}>
      {run.playbooks?.title || run.playbooks?.name || run.id}
    </Link>
    <span className="fold-note tabular">
      <Age at={run.created_at} />
    </span>
  </>
)

export function RunsPanel({ id }: PanelProps) {
  return (
    <PanelList
      id={id}
      title="Playbook runs"
      panel="playbook_runs"
      rest={`${routes.playbookRuns}?${new URLSearchParams({ component_id: id, range: 'now-1y' }).toString()}`}
      query={useQuery(runsQuery(id))}
      getKey={(run) => run.id}
      none="No playbook runs for this component."
      renderLine={runLine}
    />
  )
}

const teamLine = ({ team, role }: ComponentTeam) => (
  <>
    <span className="fold-main cut">{team?.name}</span>
    <span className="fold-note cut">{role}</span>
  </>
)

export function TeamsPanel({ id }: PanelProps) {
  return (
    <PanelList
      id={id}
      title="Teams"
      panel="team_components"
      query={useQuery(teamsQuery(id))}
      getKey={({ team, role }) => `${team?.id} ${role}`}
      none="No teams own this component."
      renderLine={teamLine}
    />
  )
}

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })

export function CostsPanel({ component }: { readonly component: ComponentRow }) {
  const { cost_per_minute: minute, cost_total_1d: day, cost_total_7d: week, cost_total_30d: month } = component
  const costs = [
    ['per minute', minute],
    ['1 day', day],
    ['7 days', week],
    ['30 days', month],
  ] as const
  if (costs.every(([, cost]) => !cost)) return null
  return (
    <Fold title="Costs">
      {costs.map(([name, cost]) =>
        cost ? (
          <p key={name} className="fold-line">
            <span className="fold-main">{name}</span>
            <span className="tabular">{dollars.format(cost)}</span>
          </p>
        ) : null,
      )}
    </Fold>
  )
}
