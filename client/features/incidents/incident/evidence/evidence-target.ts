import { linkTo, routes } from '#client/lib/address/routes.ts'
import type { State } from '#client/ui/state-mark.tsx'
import { stateFromStatus } from '#client/ui/state-from-status.ts'
import type { Evidence } from '#shared/incidents/evidence.ts'

interface EvidenceTarget {
  readonly kind: string
  readonly name: string
  readonly href: string
  readonly state: State | null
  readonly summary: string | null
  readonly severity: string | null
  /** When deleted, the other fields hold the last known values. */
  readonly isDeleted: boolean
}

interface MissingTarget {
  readonly kind: string
  readonly isMissing: true
}

const toState = (status: string | null) => (status === null ? null : stateFromStatus(status))
const joined = (...texts: readonly (string | null | undefined)[]) => texts.filter(Boolean).join(', ') || null

const toCheckTarget = ({ checks: check }: Evidence): EvidenceTarget | null =>
  check
    ? {
        kind: 'check',
        name: check.name ?? check.id,
        href: `${routes.health}?checkId=${encodeURIComponent(check.id)}`,
        state: toState(check.status),
        summary: check.status,
        severity: null,
        isDeleted: check.deleted_at !== null,
      }
    : null

const toChangeTarget = ({ config_changes: change }: Evidence): EvidenceTarget | null =>
  change?.config_id
    ? {
        kind: 'change',
        name: change.configs?.name ?? change.change_type ?? 'change',
        href: `${linkTo(routes.configItemChanges, { id: change.config_id })}?change=${encodeURIComponent(change.id)}`,
        state: null,
        summary: joined(change.change_type, change.external_created_by && `by ${change.external_created_by}`),
        severity: change.severity,
        isDeleted: false,
      }
    : null

const toInsightTarget = ({ config_analysis: insight }: Evidence): EvidenceTarget | null =>
  insight?.config_id
    ? {
        kind: 'insight',
        name: insight.configs?.name ?? insight.analyzer ?? 'insight',
        href: `${linkTo(routes.configItemInsights, { id: insight.config_id })}?insight=${encodeURIComponent(insight.id)}`,
        state: null,
        summary: joined(insight.analyzer, insight.status),
        severity: insight.severity,
        isDeleted: false,
      }
    : null

const toItemTarget = ({ configs: item }: Evidence): EvidenceTarget | null =>
  item
    ? {
        kind: 'item',
        name: item.name ?? item.id,
        href: linkTo(routes.configItem, { id: item.id }),
        state: toState(item.health),
        summary: joined(item.type, item.health, item.status),
        severity: null,
        isDeleted: item.deleted_at !== null,
      }
    : null

const toComponentTarget = ({ type, components: component }: Evidence): EvidenceTarget | null =>
  component
    ? {
        kind: type === 'log' ? 'log' : 'component',
        name: component.name ?? component.id,
        href: linkTo(routes.topologyItem, { id: component.id }),
        state: toState(component.health),
        summary: joined(component.type, component.health, component.status_reason),
        severity: null,
        isDeleted: component.deleted_at !== null,
      }
    : null

const kinds = [
  ['check_id', 'check', toCheckTarget],
  ['config_change_id', 'change', toChangeTarget],
  ['config_analysis_id', 'insight', toInsightTarget],
  ['config_id', 'item', toItemTarget],
  ['component_id', 'component', toComponentTarget],
] as const

export const findTarget = (evidence: Evidence): EvidenceTarget | MissingTarget | null => {
  const named = kinds.find(([column]) => evidence[column] !== null)
  if (named === undefined) return null
  const [, kind, read] = named
  return read(evidence) ?? { kind, isMissing: true }
}
