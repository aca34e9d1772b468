import type { ScrapedChange, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { toEnvironment, type ShapeOptions, type RuleFailure } from './shape-item.ts'
import type { Transform } from './transform-spec.ts'

type ChangeRules = NonNullable<Transform['changes']>

export interface ShapedChanges {
  readonly changes: readonly ScrapedChange[]
  readonly failures: readonly RuleFailure[]
}

const toExpressionRow = ({
  changeType,
  severity,
  source,
  summary,
  createdBy,
  createdAt,
  details,
  patches,
  action,
}: ScrapedChange) => ({
  change_type: changeType,
  severity,
  source,
  summary,
  created_by: createdBy ?? null,
  external_created_by: createdBy ?? null,
  created_at: createdAt ?? null,
  details: details ?? {},
  patches: patches ?? {},
  action: action ?? '',
})

const listExpressions = ({ exclude = [], mapping = [] }: ChangeRules): [rule: string, expression: Expression][] => [
  ...exclude.map((expression, index): [string, Expression] => [`changes.exclude[${index}]`, expression]),
  ...mapping.flatMap(({ filter, summary }, index): [string, Expression][] => [
    ...(filter === undefined ? [] : [[`changes.mapping[${index}].filter`, filter] as [string, Expression]]),
    ...(summary === undefined ? [] : [[`changes.mapping[${index}].summary`, summary] as [string, Expression]]),
  ]),
]

const shapeChange = async (
  change: ScrapedChange,
  item: ScrapedItem,
  rules: ChangeRules,
  options: ShapeOptions,
): Promise<{ change: ScrapedChange | undefined; failures: RuleFailure[] }> => {
  const row = toExpressionRow(change)
  const expressions = listExpressions(rules)
  const outcomes = await evaluateAll(
    expressions.map(([, expression]) => expression),
    { ...toEnvironment(item), ...row, change: row },
    options,
  )
  const results = new Map<string, unknown>()
  const failures: RuleFailure[] = []
  for (const [index, [rule]] of expressions.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok === true) results.set(rule, outcome.value)
    else
      failures.push({ rule, reason: `transform.${rule} of ${item.type} ${item.name}: ${outcome?.error.message ?? ''}` })
  }
  const { exclude = [], mapping = [] } = rules
  if (exclude.some((_, index) => results.get(`changes.exclude[${index}]`) === true))
    return { change: undefined, failures }
  const matchIndex = mapping.findIndex(
    ({ filter }, index) => filter === undefined || results.get(`changes.mapping[${index}].filter`) === true,
  )
  const mapped = mapping[matchIndex]
  if (mapped === undefined) return { change, failures }
  const summary = results.get(`changes.mapping[${matchIndex}].summary`)
  return {
    change: {
      ...change,
      severity: mapped.severity ?? change.severity,
      changeType: mapped.type ?? change.changeType,
      summary: typeof summary === 'string' && summary !== '' ? summary : change.summary,
      action: mapped.action ?? change.action,
    },
    failures,
  }
}

/** Excluded and ignored changes are removed; the first matching mapping applies. */
export const shapeChanges = async (
  item: ScrapedItem,
  changes: readonly ScrapedChange[],
  rules: ChangeRules | undefined,
  options: ShapeOptions,
): Promise<ShapedChanges> => {
  const shaped =
    rules === undefined
      ? changes.map((change) => ({ change, failures: [] }))
      : await Promise.all(changes.map((change) => shapeChange(change, item, rules, options)))
  return {
    changes: shaped.flatMap(({ change }) => (change === undefined || change.action === 'ignore' ? [] : [change])),
    failures: shaped.flatMap(({ failures }) => failures),
  }
}
