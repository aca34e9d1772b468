import { linkTo, routes } from '#client/lib/address/routes.ts'
import type { State } from '#client/ui/state-mark.tsx'
import { stateOfStatus } from '#client/ui/state-of-status.ts'
import type { Evidence } from '#shared/incidents/evidence.ts'

/** What a piece of evidence is about, as far as it may be read. */
export interface EvidenceThing {
  readonly kind: string
  readonly name: string
  readonly href: string
  readonly state: State | null
  /** How it is now, in a few words. */
  readonly says: string | null
  readonly severity: string | null
  /** It was deleted since: what is shown is the last that was known. */
  readonly isDeleted: boolean
}

/** Evidence of something that is not there any more, or that may not be read. */
export interface MissingThing {
  readonly kind: string
  readonly isMissing: true
}

const stateOf = (status: string | null) => (status === null ? null : stateOfStatus(status))
const joined = (...words: readonly (string | null | undefined)[]) => words.filter(Boolean).join(', ') || null

const checkOf = ({ checks: check }: Evidence): EvidenceThing | null =>
  check
    ? {
        kind: 'check',
        name: check.name ?? check.id,
        href: `${routes.health}?checkId=${encodeURIComponent(check.id)}`,
        state: stateOf(check.status),
        says: check.status,
        severity: null,
        isDeleted: check.deleted_at !== null,
      }
    : null

const changeOf = ({ config_changes: change }: Evidence): EvidenceThing | null =>
  change?.config_id
    ? {
        kind: 'change',
        name: change.configs?.name ?? change.change_type ?? 'change',
        href: `${linkTo(routes.configItemChanges, { id: change.config_id })}?change=${encodeURIComponent(change.id)}`,
        state: null,
        says: joined(change.change_type, change.external_created_by && `by ${change.external_created_by}`),
        severity: change.severity,
        isDeleted: false,
      }
    : null

const insightOf = ({ config_analysis: insight }: Evidence): EvidenceThing | null =>
  insight?.config_id
    ? {
        kind: 'insight',
        name: insight.configs?.name ?? insight.analyzer ?? 'insight',
        href: `${linkTo(routes.configItemInsights, { id: insight.config_id })}?insight=${encodeURIComponent(insight.id)}`,
        state: null,
        says: joined(insight.analyzer, insight.status),
        severity: insight.severity,
        isDeleted: false,
      }
    : null

const itemOf = ({ configs: item }: Evidence): EvidenceThing | null =>
  item
    ? {
        kind: 'item',
        name: item.name ?? item.id,
        href: linkTo(routes.configItem, { id: item.id }),
        state: stateOf(item.health),
        says: joined(item.type, item.health, item.status),
        severity: null,
        isDeleted: item.deleted_at !== null,
      }
    : null

const componentOf = ({ type, components: component }: Evidence): EvidenceThing | null =>
  component
    ? {
        kind: type === 'log' ? 'log' : 'component',
        name: component.name ?? component.id,
        href: linkTo(routes.topologyItem, { id: component.id }),
        state: stateOf(component.health),
        says: joined(component.type, component.health, component.status_reason),
        severity: null,
        isDeleted: component.deleted_at !== null,
      }
    : null

const kinds = [
  ['check_id', 'check', checkOf],
  ['config_change_id', 'change', changeOf],
  ['config_analysis_id', 'insight', insightOf],
  ['config_id', 'item', itemOf],
  ['component_id', 'component', componentOf],
] as const

/** What a piece of evidence is about, or that it is gone; null where it is about nothing but its words. */
export const thingOf = (evidence: Evidence): EvidenceThing | MissingThing | null => {
  const named = kinds.find(([column]) => evidence[column] !== null)
  if (named === undefined) return null
  const [, kind, read] = named
  return read(evidence) ?? { kind, isMissing: true }
}
