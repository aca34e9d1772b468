import type { TopicStatus } from '#client/live/topic-view.ts'
import type { State } from '#client/ui/state-mark.tsx'

export const linesMax = 3

export interface FindingLine {
  readonly key: string
  readonly name: string
  readonly text: string
  readonly sinceMs: number | null
  readonly href: string
}

export interface Finding {
  readonly key: string
  readonly state: State
  readonly title: string
  readonly href: string
  /** False for findings that wait or inform: without others nothing is broken. */
  readonly isBroken: boolean
  /** Shows the mark as stale although the data of the area is live. */
  readonly isStale?: boolean
  readonly lines: readonly FindingLine[]
}

interface KnownArea {
  readonly kind: 'known'
  readonly name: string
  /** The values are the last known ones. */
  readonly isStale: boolean
  readonly findings: readonly Finding[]
  /** Null when nothing good can be stated. */
  readonly healthyText: string | null
}

export type Area =
  | KnownArea
  | { readonly kind: 'loading'; readonly name: string }
  | { readonly kind: 'unknown'; readonly name: string; readonly reason: string | null }

export interface OverviewSummary {
  readonly kind: 'loading' | 'broken' | 'unknown' | 'quiet'
  readonly isStale: boolean
  /** Names of areas that are still loading. */
  readonly loading: readonly string[]
  readonly findings: readonly { readonly finding: Finding; readonly isStale: boolean }[]
  readonly unknown: readonly { readonly name: string; readonly reason: string | null }[]
  readonly healthyTexts: readonly string[]
}

export interface Source {
  readonly status: TopicStatus
  /** False until a first value was received. */
  readonly isKnown: boolean
  readonly reason: string | null
}

const unavailable: ReadonlySet<TopicStatus> = new Set(['stale', 'offline', 'missing', 'signedOut'])

/** Null without permission. An empty list is zero only while its source is live or its last value is known. */
export const toArea = (
  name: string,
  sources: readonly Source[],
  found: () => Pick<KnownArea, 'findings' | 'healthyText'>,
): Area | null => {
  if (sources.some(({ status }) => status === 'refused')) return null
  const unread = sources.find(({ status, isKnown }) => unavailable.has(status) && !isKnown)
  if (unread !== undefined) return { kind: 'unknown', name, reason: unread.reason }
  if (sources.some(({ status }) => status === 'loading')) return { kind: 'loading', name }
  const { findings, healthyText } = found()
  const isStale = sources.some(({ status }) => status !== 'live')
  return { kind: 'known', name, isStale, healthyText, findings: findings.filter(({ lines }) => lines.length > 0) }
}

const ranks = { unhealthy: 0, warning: 1, running: 2, unknown: 3, healthy: 4 } as const satisfies Record<State, number>

export const summarizeAreas = (areas: readonly Area[]): OverviewSummary => {
  const known = areas.filter((area) => area.kind === 'known')
  const findings = known
    .flatMap(({ findings: own, isStale }) => own.map((finding) => ({ finding, isStale })))
    .toSorted((a, b) => ranks[a.finding.state] - ranks[b.finding.state])
  const unknown = areas.filter((area) => area.kind === 'unknown')
  const healthyTexts = known.flatMap(({ healthyText }) => (healthyText === null ? [] : [healthyText]))
  const loading = areas.flatMap(({ kind, name }) => (kind === 'loading' ? [name] : []))
  return {
    kind: findings.some(({ finding }) => finding.isBroken)
      ? 'broken'
      : loading.length > 0
        ? 'loading'
        : unknown.length > 0 || healthyTexts.length < known.length
          ? 'unknown'
          : 'quiet',
    isStale: known.some(({ isStale }) => isStale),
    loading,
    findings,
    unknown,
    healthyTexts,
  }
}

export const formatQuiet = ({ kind, isStale, healthyTexts }: OverviewSummary): string => {
  if (kind === 'quiet') return isStale ? 'Last known: nothing was broken' : 'Nothing is broken'
  return healthyTexts.length === 0 ? 'State unknown' : 'Nothing known to be broken'
}
