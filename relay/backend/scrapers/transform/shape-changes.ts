import { toChangeSeverity } from '#shared/catalog/change-severity.ts'
import type { ItemReference, ScrapedChange, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { Target } from '#relay/backend/catalog/find-targets.ts'
import type { FoundReport } from '#relay/backend/scrapers/scraper-kind.ts'
import { listUnignored } from './ignored-changes.ts'
import { listLookupExpressions, toLookedReference } from './link-rules.ts'
import {
  evaluateRules,
  listNonBooleans,
  toEnvironment,
  type NamedRule,
  type RuleFailure,
  type ShapeOptions,
} from './shape-item.ts'
import type { Transform } from './transform-spec.ts'

type ChangeRules = NonNullable<Transform['changes']>
type Mapping = NonNullable<ChangeRules['mapping']>[number]

interface ShapedChanges {
  readonly changes: readonly ScrapedChange[]
  /** Changes that a mapping moves or copies to other items. */
  readonly reports: readonly FoundReport[]
  readonly failures: readonly RuleFailure[]
}

const toExpressionRow = (change: ScrapedChange, item: ScrapedItem) => ({
  change_type: change.changeType,
  severity: change.severity,
  source: change.source,
  summary: change.summary,
  created_by: change.createdBy ?? null,
  external_created_by: change.createdBy ?? null,
  created_at: change.createdAt ?? null,
  external_change_id: change.externalId ?? null,
  external_id: item.id,
  config_type: item.type,
  diff: change.diff ?? '',
  details: change.details ?? {},
  patches: change.patches ?? {},
  action: change.action ?? '',
})

const listConditions = ({ exclude = [], mapping = [] }: ChangeRules): NamedRule[] => [
  ...exclude.map((expression, index): NamedRule => [`changes.exclude[${index}]`, expression]),
  ...mapping.flatMap(({ filter }, index): NamedRule[] =>
    filter === undefined ? [] : [[`changes.mapping[${index}].filter`, filter]],
  ),
]

/** Evaluated for the matching mapping only: those of others may not apply to this change. */
const listMappedExpressions = ({ summary, config_id: id, target }: Mapping, rule: string): NamedRule[] => [
  ...(summary === undefined ? [] : [[`${rule}.summary`, summary] as const]),
  ...(id === undefined ? [] : [[`${rule}.config_id`, id] as const]),
  ...(target === undefined ? [] : listLookupExpressions(target, `${rule}.target`)),
]

interface Redirection {
  readonly target: Target
  readonly isCopy: boolean
}

const listIds = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(listIds)
  return typeof value === 'string' || typeof value === 'number' ? [String(value)].filter((id) => id !== '') : []
}

/** Undefined where the change stays with its item. Without a value for its target, a change is not moved. */
const toRedirections = (
  mapped: Mapping,
  rule: string,
  results: ReadonlyMap<string, unknown>,
  item: ScrapedItem,
): readonly Redirection[] => {
  const { action, config_id: id, config_type: type, scraper_id: scraper, target } = mapped
  const isCopy = action === 'copy' || action === 'copy-up'
  if (action === 'move-up' || action === 'copy-up') {
    const below: ItemReference = { type: item.type, id: item.id }
    return [{ target: { kind: 'ancestor', below, type: mapped.ancestor_type }, isCopy }]
  }
  if (target !== undefined) {
    const to = toLookedReference(target, `${rule}.target`, results, item)
    return to === undefined ? [] : [{ target: { kind: 'item', to }, isCopy }]
  }
  if (id === undefined && type === undefined) return []
  const ids = id === undefined ? [item.id] : listIds(results.get(`${rule}.config_id`))
  const only = scraper === undefined || scraper === 'all' ? undefined : scraper
  return ids.map((each) => ({ target: { kind: 'item', to: { type, id: each, scraper: only } }, isCopy }))
}

interface ShapedChange {
  readonly changes: readonly ScrapedChange[]
  readonly reports: readonly FoundReport[]
  readonly failures: readonly RuleFailure[]
}

const toAction = (action: Mapping['action'], before: ScrapedChange['action']): ScrapedChange['action'] =>
  action === 'delete' || action === 'ignore' ? action : before

const shapeChange = async (
  change: ScrapedChange,
  item: ScrapedItem,
  rules: ChangeRules,
  options: ShapeOptions,
): Promise<ShapedChange> => {
  const row = toExpressionRow(change, item)
  const values = { ...toEnvironment(item), ...row, change: row, patch: row.patches }
  const conditions = listConditions(rules)
  const { results, failures } = await evaluateRules(conditions, item, options, values)
  const { exclude = [], mapping = [] } = rules
  failures.push(
    ...listNonBooleans(
      results,
      conditions.map(([rule]) => rule),
      item,
    ),
  )
  if (exclude.some((_, index) => results.get(`changes.exclude[${index}]`) === true))
    return { changes: [], reports: [], failures }
  const matchIndex = mapping.findIndex(
    ({ filter }, index) => filter === undefined || results.get(`changes.mapping[${index}].filter`) === true,
  )
  const mapped = mapping[matchIndex]
  if (mapped === undefined) return { changes: [change], reports: [], failures }
  const rule = `changes.mapping[${matchIndex}]`
  const made = await evaluateRules(listMappedExpressions(mapped, rule), item, options, values)
  failures.push(...made.failures)
  const summary = made.results.get(`${rule}.summary`)
  const shaped: ScrapedChange = {
    ...change,
    severity: mapped.severity === undefined ? change.severity : toChangeSeverity(mapped.severity),
    changeType: mapped.type ?? change.changeType,
    summary: typeof summary === 'string' && summary !== '' ? summary : change.summary,
    action: toAction(mapped.action, change.action),
  }
  const redirections = toRedirections(mapped, rule, made.results, item)
  return {
    changes: redirections.some(({ isCopy }) => !isCopy) ? [] : [shaped],
    reports: redirections.map(({ target }) => ({
      kind: 'report',
      target,
      report: { kind: 'change', change: shaped, isShaped: true },
    })),
    failures,
  }
}

const isKept = ({ action }: ScrapedChange): boolean => action !== 'ignore'

/** Excluded and ignored changes are removed; the first matching mapping applies. */
export const shapeChanges = async (
  item: ScrapedItem,
  changes: readonly ScrapedChange[],
  rules: ChangeRules | undefined,
  options: ShapeOptions,
): Promise<ShapedChanges> => {
  const reported = listUnignored(item, changes)
  const shaped =
    rules === undefined
      ? [{ changes: reported, reports: [], failures: [] }]
      : await Promise.all(reported.map((change) => shapeChange(change, item, rules, options)))
  return {
    changes: listUnignored(item, shaped.flatMap((each) => each.changes).filter(isKept)),
    reports: shaped
      .flatMap((each) => each.reports)
      .filter(({ report }) => report.kind !== 'change' || isKept(report.change)),
    failures: shaped.flatMap(({ failures }) => failures),
  }
}
