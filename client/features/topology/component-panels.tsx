import { formatCount } from '#shared/primitives/format-count.ts'
import { checkHref } from '#client/domain/health/check-href.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ComponentRow } from '#shared/topology/topology.ts'
import { useAllowed } from '#client/api/session/use-allowed.ts'
import { useFeatures } from '#client/api/session/feature-flags.ts'
import type { Listed } from '#client/api/data-api.ts'
import { SeverityTag } from '#client/domain/catalog/severity-tag.tsx'
import { toRunState, formatStatus } from '#client/domain/playbooks/run-state.ts'
import { linkTo, routes } from '#client/lib/address/routes.ts'
import { Age } from '#client/ui/age.tsx'
import { ErrorPanel } from '#client/ui/feedback/error-panel.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { StatusDot } from '#client/ui/status-dot.tsx'
import { Fold } from './fold.tsx'
import {
  changesQuery,
  checksQuery,
  incidentsQuery,
  insightsQuery,
  runsQuery,
  teamsQuery,
  type ComponentChange,
  type ComponentCheck,
  type ComponentIncident,
  type ComponentInsight,
  type ComponentRun,
  type ComponentTeam,
} from './topology-api.ts'
import './fold.css'

interface PanelProps {
  readonly id: string
}

interface PanelListProps<Row> {
  readonly title: string
  readonly query: UseQueryResult<Listed<Row>>
  readonly getKey: (row: Row) => string
  readonly none: string
  readonly renderLine: (row: Row) => React.ReactNode
}

function PanelList<Row>({ title, query: { data, error, refetch }, getKey, none, renderLine }: PanelListProps<Row>) {
  if (data?.rows.length === 0 && error === null)
    return (
      <section className="fold fold-empty" aria-label={title}>
        <h3>{title}</h3>
        <p className="faint">{none}</p>
      </section>
    )
  const more = (data?.total ?? 0) - (data?.rows.length ?? 0)
  return (
    <Fold title={title} count={data?.total} end={more > 0 ? `${formatCount(more)} more` : undefined}>
      {error === null ? null : <ErrorPanel error={error} detailsHidden onRetry={() => void refetch()} />}
      <ul className="fold-list" aria-label={title}>
        {data?.rows.map((row) => (
          <li key={getKey(row)} className="fold-line">
            {renderLine(row)}
          </li>
        ))}
      </ul>
    </Fold>
  )
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
  return (
    <PanelList
      title="Checks"
      query={useQuery(checksQuery(id))}
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
      title="Incidents"
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
  return (
    <PanelList
      title="Insights"
      query={useQuery(insightsQuery(id))}
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
  return (
    <PanelList
      title="Changes"
      query={useQuery(changesQuery(id))}
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
      title="Playbook runs"
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
      title="Teams"
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
