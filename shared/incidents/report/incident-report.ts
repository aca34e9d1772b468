import type { Evidence } from '#shared/incidents/evidence.ts'
import type { HistoryEntry } from '#shared/incidents/incident-part.ts'
import { isOver } from '#shared/incidents/incident-values.ts'
import type { TimelineLine } from '#shared/incidents/timeline.ts'
import type { Cut, Observed } from '#shared/incidents/timeline-parts.ts'

export interface Reported {
  readonly incident: {
    readonly id: string
    readonly incident_id: string | null
    readonly title: string
    readonly description: string | null
    readonly type: string | null
    readonly severity: string | null
    readonly status: string
    readonly created_at: string | null
    readonly acknowledged: string | null
    readonly resolved: string | null
    readonly closed: string | null
    readonly commander: { readonly name: string } | null
    readonly communicator: { readonly name: string } | null
  }
  readonly hypotheses: readonly {
    readonly id: string
    readonly parent_id: string | null
    readonly type: string
    readonly title: string
    readonly status: string
    readonly created_by: { readonly name: string } | null
    readonly evidences: readonly Evidence[]
  }[]
  readonly history: readonly HistoryEntry[]
  readonly observed: readonly Observed[]
  readonly cuts: readonly Cut[]
  readonly lines: readonly TimelineLine[]
  readonly older: number
}

interface FailedCheck {
  readonly name: string
  readonly failedMs: number
  readonly times: number
  readonly stillFails: boolean
}

interface ReportedHypothesis {
  readonly type: string
  readonly title: string
  readonly outcome: string
  readonly by: string | null
  readonly evidence: readonly string[]
  readonly below: readonly ReportedHypothesis[]
}

/** Exported as JSON: its keys are a file format. Times are ISO 8601, durations milliseconds. */
export interface IncidentReport {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly type: string | null
  readonly severity: string | null
  readonly status: string
  readonly commander: string | null
  readonly communicator: string | null
  readonly openedAt: string | null
  readonly toAcknowledgeMs: number | null
  readonly toMitigateMs: number | null
  readonly toResolveMs: number | null
  readonly checks: readonly FailedCheck[]
  readonly notified: readonly {
    readonly at: string
    readonly whom: string
    readonly what: string
    readonly arrived: boolean
  }[]
  readonly solvedBy: readonly string[]
  readonly hypotheses: readonly ReportedHypothesis[]
  readonly timeline: readonly {
    readonly at: string
    readonly who: string | null
    readonly what: string
    readonly pinned: boolean
  }[]
  readonly olderLines: number
  readonly cuts: readonly Cut[]
}

const byTime = (a: { readonly at: string }, b: { readonly at: string }) => Date.parse(a.at) - Date.parse(b.at)

const failedChecks = (observed: readonly Observed[], untilMs: number): readonly FailedCheck[] => {
  const checks = new Map<string, { name: string; failedMs: number; times: number; sinceMs: number | null }>()
  for (const { about, ref, name, at, went } of observed.toSorted(byTime)) {
    if (about !== 'check') continue
    const check = checks.get(ref) ?? { name, failedMs: 0, times: 0, sinceMs: null }
    checks.set(ref, check)
    const atMs = Date.parse(at)
    if (went === 'badly' && check.sinceMs === null) Object.assign(check, { sinceMs: atMs, times: check.times + 1 })
    if (went === 'well' && check.sinceMs !== null)
      Object.assign(check, { sinceMs: null, failedMs: check.failedMs + atMs - check.sinceMs })
  }
  return [...checks.values()].flatMap(({ name, failedMs, times, sinceMs }) => {
    const stillFails = sinceMs !== null
    const all = failedMs + (sinceMs === null ? 0 : Math.max(0, untilMs - sinceMs))
    return times === 0 ? [] : [{ name, failedMs: all, times, stillFails }]
  })
}

const statusTypes: ReadonlySet<string | null> = new Set(['incident.status_updated', 'incident_status.updated'])

const firstStatus = (history: readonly HistoryEntry[], statuses: readonly string[]): string | null => {
  const times = history
    .filter(({ type, description }) => statusTypes.has(type) && statuses.includes(description ?? ''))
    .flatMap(({ created_at: at }) => (at === null ? [] : [at]))
  return times.toSorted((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null
}

const evidenceText = (evidence: Evidence): string => {
  const { type, description, checks, configs, components, config_changes: change, config_analysis: insight } = evidence
  const resource =
    checks?.name ?? configs?.name ?? components?.name ?? change?.configs?.name ?? insight?.configs?.name ?? null
  const lines = evidence.evidence?.lines?.map(({ message }) => message) ?? []
  const text = resource === null || resource === description ? description : `${resource}: ${description}`
  return [`${type}: ${text}`, ...lines].join('\n')
}

type Node = Reported['hypotheses'][number]

const buildTree = (all: readonly Node[], parent: string | null, above: ReadonlySet<string>): ReportedHypothesis[] => {
  const ids = new Set(all.map(({ id }) => id))
  const isHere = ({ id, parent_id: of }: Node) =>
    !above.has(id) && (parent === null ? of === null || !ids.has(of) : of === parent)
  return all.filter(isHere).map(({ id, type, title, status, created_by: by, evidences }) => ({
    type,
    title,
    outcome: status,
    by: by?.name ?? null,
    evidence: evidences.map(evidenceText),
    below: buildTree(all, id, new Set([...above, id])),
  }))
}

/** Proven solutions, and runs that completed before the end of the incident. */
const solvedBy = ({ hypotheses, observed, incident }: Reported): readonly string[] => {
  const solutions = hypotheses.filter(({ type, status }) => type === 'solution' && status === 'proven')
  const endMs = Date.parse(incident.resolved ?? incident.closed ?? '')
  const runs = observed.filter(({ about, went, at }) => about === 'run' && went === 'well' && !(Date.parse(at) > endMs))
  return [
    ...new Set([
      ...solutions.map(({ title }) => title),
      ...runs.toSorted(byTime).map(({ name }) => `Playbook ${name}`),
    ]),
  ]
}

export const buildReport = (reported: Reported, nowMs: number): IncidentReport => {
  const { incident, hypotheses, history, observed, cuts, lines, older } = reported
  const opened = incident.created_at
  const lengthTo = (at: string | null) => (opened === null || at === null ? null : Date.parse(at) - Date.parse(opened))
  const over = isOver(incident.status) ? (incident.resolved ?? incident.closed) : null
  const sends = observed
    .filter(({ about }) => about === 'send')
    .map(({ at, name, says, went }) => {
      return { at, whom: name, what: says, arrived: went === 'well' }
    })
  const updates = observed
    .filter(({ about }) => about === 'update')
    .map(({ at, says }) => {
      return { at, whom: 'status page', what: says, arrived: true }
    })
  return {
    name: incident.incident_id ?? incident.id,
    title: incident.title,
    description: incident.description ?? '',
    type: incident.type,
    severity: incident.severity,
    status: incident.status,
    commander: incident.commander?.name ?? null,
    communicator: incident.communicator?.name ?? null,
    openedAt: opened,
    toAcknowledgeMs: lengthTo(incident.acknowledged),
    toMitigateMs: lengthTo(firstStatus(history, ['mitigated', 'resolved', 'closed']) ?? over),
    toResolveMs: lengthTo(over),
    checks: failedChecks(observed, over === null ? nowMs : Date.parse(over)),
    notified: [...sends, ...updates].toSorted(byTime),
    solvedBy: solvedBy(reported),
    hypotheses: buildTree(hypotheses, null, new Set()),
    timeline: lines
      .filter(({ isHidden }) => !isHidden)
      .map(({ at, actor, text, body, isPinned }) => {
        return { at, who: actor, what: [text, body].filter(Boolean).join(': '), pinned: isPinned }
      }),
    olderLines: older,
    cuts,
  }
}
