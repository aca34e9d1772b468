import { ChevronDown, ChevronRight } from '@blueprintjs/icons'
import type { CheckListRow, GroupListRow, HealthListRow, MoreListRow } from '#shared/health/health-list.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import { toUptime } from '#shared/health/roll-up.ts'
import { severityRank } from '#shared/health/severity.ts'
import { findFailingSinceMs } from '#shared/health/since.ts'
import { findMeasure, type LatencyMeasure } from '#shared/health/latency-measure.ts'
import { toIsoTime } from '#shared/primitives/iso-time.ts'
import { AcknowledgedIcon } from '#client/domain/health/acknowledged-mark.tsx'
import { SilenceCell, SilencedIcon } from '#client/domain/notifications/silence-cell.tsx'
import { serverNow } from '#client/lib/time/clock.ts'
import { causeFirst } from '#client/lib/text/cause-first.ts'
import { Age } from '#client/ui/age.tsx'
import { ResultStrip } from '#client/ui/charts/result-strip.tsx'
import { Sparkline } from '#client/ui/charts/sparkline.tsx'
import { MiddleCut } from '#client/ui/middle-cut.tsx'
import { StateMark } from '#client/ui/state-mark.tsx'
import { Tag } from '#client/ui/tag.tsx'
import { checkHref } from '#client/domain/health/check-href.ts'
import { openCheck } from '#client/features/health/use-health-query.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { findIntervalMs } from '#shared/health/staleness.ts'
import { summarizeCheck } from './check-summary.ts'
import { formatLatency } from './format-latency.ts'
import { toRowState } from './row-state.ts'

/** Never splits a surrogate pair. */
export const truncate = (text: string, max = 200): string => {
  if (text.length <= max) return text
  const characters = Array.from(text.slice(0, 2 * max + 2))
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`
}

const missedMax = 8

const missedResults = (row: CheckRow, nowMs: number): string => {
  const intervalMs = findIntervalMs(row)
  if (intervalMs === null || row.lastRuntime === null) return ''
  const missed = Math.floor((nowMs - Date.parse(row.lastRuntime)) / intervalMs)
  return 'g'.repeat(Math.min(missedMax, Math.max(0, missed)))
}

interface CellProps {
  readonly row: HealthListRow
}

/** A group is not shown as healthy while one of its checks is stale. */
const isUncertain = (row: GroupListRow | CheckListRow) =>
  row.stale || (row.kind === 'group' && row.roll.state === 'healthy' && row.roll.stale > 0)

export function StateCell({ row }: CellProps) {
  if (row.kind === 'more') return null
  const mark = <StateMark state={toRowState(row)} stale={isUncertain(row)} quiet />
  if (row.kind === 'check') return <span className="check-state">{mark}</span>
  return (
    <>
      <span className="check-twisty">{row.open ? <ChevronDown size={12} /> : <ChevronRight size={12} />}</span>
      {mark}
    </>
  )
}

const handleNameClick = (id: string) => (event: React.MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
  event.preventDefault()
  openCheck(id)
}

export function NameCell({ row }: CellProps) {
  if (row.kind === 'group') {
    return (
      <span className="check-group-name">
        <span className="visually-hidden">{row.open ? 'Expanded group ' : 'Collapsed group '}</span>
        <MiddleCut text={row.title} />
      </span>
    )
  }
  if (row.kind === 'more') return <MoreName row={row} />
  return (
    <a className="check-name" href={checkHref(row.id)} tabIndex={-1} onClick={handleNameClick(row.id)}>
      <MiddleCut text={row.check.name} />
      <AcknowledgedIcon acknowledged={row.check.acknowledged} />
    </a>
  )
}

function MoreName({ row }: { readonly row: MoreListRow }) {
  return (
    <span className="check-more">{row.open ? `Show ${row.hidden} fewer` : `Show ${row.hidden} more, all healthy`}</span>
  )
}

export function SilencedCell({ row }: CellProps) {
  return row.kind === 'check' ? <SilenceCell target={{ kind: 'check', id: row.id, name: row.check.name }} /> : null
}

export function TypeCell({ row }: CellProps) {
  return row.kind === 'check' ? <span className="faint cut">{row.check.type}</span> : null
}

const shortSeverities: Readonly<Record<string, string>> = { critical: 'crit', blocker: 'block', medium: 'med' }
const highRank = severityRank({ severity: 'high' })

export function SeverityCell({ row }: CellProps) {
  if (row.kind !== 'check' || row.check.severity === '') return null
  const { severity } = row.check
  const isHeavy = severityRank(row.check) <= highRank && toCheckState(row.check) === 'unhealthy' && !row.stale
  return (
    <Tag severity title={severity} {...(isHeavy && { tone: 'bad' })}>
      {shortSeverities[severity.toLowerCase()] ?? severity}
    </Tag>
  )
}

export function SinceCell({ row }: CellProps) {
  if (row.kind === 'more') return null
  const ms = row.kind === 'group' ? row.roll.failingSinceMs : findFailingSinceMs(row.check)
  return ms === null ? null : <Age at={toIsoTime(ms)} />
}

const renderUnhealthyCount = ({ unhealthy, total }: GroupListRow['roll']) => (
  <>
    <b className="check-failure">
      {unhealthy} of {total}
    </b>{' '}
    unhealthy
  </>
)

function GroupAbout({ row }: { readonly row: GroupListRow }) {
  const { roll, namespace, stale } = row
  const { healthy, unhealthy, unknown } = roll
  return (
    <span className="check-about">
      <span className="dim">
        {stale ? 'last known: ' : null}
        {unhealthy > 0 ? renderUnhealthyCount(roll) : null}
        {unhealthy === 0 && healthy > 0 ? `${healthy} healthy` : null}
        {unknown > 0 ? `${healthy + unhealthy > 0 ? ', ' : ''}${unknown} with no results` : null}
        {roll.stale > 0 && !stale ? `, ${roll.stale} stale` : null}
      </span>
      {namespace === '' ? null : <span className="faint">{namespace}</span>}
    </span>
  )
}

export function AboutCell({ row }: CellProps) {
  if (row.kind === 'more') return null
  if (row.kind === 'group') return <GroupAbout row={row} />
  const { text, tone } = summarizeCheck(row)
  const { endpoint } = row.check
  return (
    <span className="check-about">
      <span className={`check-${tone}`}>
        <MiddleCut text={tone === 'endpoint' ? text : causeFirst(text)} title={truncate(text)} />
      </span>
      {tone === 'endpoint' || endpoint === '' ? null : <span className="check-endpoint">{endpoint}</span>}
    </span>
  )
}

export function UptimeCell({ row }: CellProps) {
  if (row.kind === 'more') return null
  const uptime = toUptime(row.kind === 'group' ? row.roll : row.check)
  if (uptime === null) return <span className="faint">–</span>
  if (uptime < 100) return uptime.toFixed(2)
  return (
    <span className="faint">
      100<span className="check-padding">.00</span>
    </span>
  )
}

const readLatency = (row: GroupListRow | CheckListRow): { ms: number | null; measure: LatencyMeasure | null } => {
  if (row.kind === 'group') return { ms: row.roll.latencyMs, measure: row.roll.latencyMeasure }
  const { latencyMs, recentMs } = row.check
  const measure = recentMs.at(-1) == null ? findMeasure(latencyMs) : null
  return { ms: measure === null ? (recentMs.at(-1) ?? null) : latencyMs[measure], measure }
}

export function TrendCell({ row }: CellProps) {
  if (row.kind !== 'check') return null
  return <Sparkline values={row.check.recentMs} bad={toCheckState(row.check) === 'unhealthy'} stale={row.stale} />
}

export function LatencyCell({ row }: CellProps) {
  if (row.kind === 'more') return null
  const { ms, measure } = readLatency(row)
  if (ms === null) return <span className="faint">–</span>
  const { value, unit } = formatLatency(ms)
  return (
    <span className="check-latency">
      {measure === null || measure === 'p50' ? null : <span className="faint">{measure} </span>}
      {value}
      <span className="check-unit">{unit}</span>
    </span>
  )
}

export function StripCell({ row }: CellProps) {
  if (row.kind === 'more') return null
  const missed = row.kind === 'check' && row.stale ? missedResults(row.check, serverNow()) : ''
  const results = (row.kind === 'group' ? row.roll.recent : row.check.recent) + missed
  return <ResultStrip results={results} stale={row.stale} />
}

export function AgeCell({ row }: CellProps) {
  if (row.kind === 'more') return null
  return <Age at={row.kind === 'group' ? row.roll.oldestRuntime : row.check.lastRuntime} />
}

export function PhoneCell({ row }: CellProps) {
  if (row.kind === 'more') return <MoreName row={row} />
  return <PhoneRow row={row} />
}

function PhoneRow({ row }: { readonly row: GroupListRow | CheckListRow }) {
  const at = row.kind === 'group' ? row.roll.oldestRuntime : row.check.lastRuntime
  const about = row.kind === 'check' ? summarizeCheck(row) : null
  return (
    <span className="check-phone">
      <span className="check-phone-line">
        {row.kind === 'group' ? (
          <span className="check-group-name cut">{row.title}</span>
        ) : (
          <a className="check-name cut" href={checkHref(row.id)} tabIndex={-1} onClick={handleNameClick(row.id)}>
            <MiddleCut text={row.check.name} />
          </a>
        )}
        {row.kind === 'check' ? <AcknowledgedIcon acknowledged={row.check.acknowledged} /> : null}
        {row.kind === 'check' ? <SilencedIcon target={{ kind: 'check', id: row.id, name: row.check.name }} /> : null}
        <span className="check-phone-age tabular">
          <Age at={at} />
        </span>
      </span>
      {row.kind === 'group' ? <GroupAbout row={row} /> : null}
      {about === null || about.tone === 'endpoint' ? null : (
        <span className={`check-${about.tone}`}>
          <MiddleCut text={causeFirst(about.text)} title={truncate(about.text)} />
        </span>
      )}
    </span>
  )
}
