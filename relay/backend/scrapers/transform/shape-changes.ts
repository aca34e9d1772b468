import type { ScrapedChange, ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { Expression } from '#relay/backend/templates/template-language.ts'
import { evaluateAll } from '#relay/backend/templates/template.ts'
import { environmentOf, type ShapeOptions, type Trouble } from './shape-item.ts'
import type { Transform } from './transform-spec.ts'

type ChangeRules = NonNullable<Transform['changes']>

export interface ShapedChanges {
  readonly changes: readonly ScrapedChange[]
  readonly troubles: readonly Trouble[]
}

const rowOf = ({
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

/** Exclusions and filters of mappings, then the summaries of mappings. */
const expressionsOf = ({ exclude = [], mapping = [] }: ChangeRules): [rule: string, expression: Expression][] => [
  ...exclude.map((expression, index): [string, Expression] => [`changes.exclude.${index}`, expression]),
  ...mapping.flatMap(({ filter, summary }, index): [string, Expression][] => [
    ...(filter === undefined ? [] : [[`changes.mapping.${index}.filter`, filter] as [string, Expression]]),
    ...(summary === undefined ? [] : [[`changes.mapping.${index}.summary`, summary] as [string, Expression]]),
  ]),
]

const shapeChange = async (
  change: ScrapedChange,
  item: ScrapedItem,
  rules: ChangeRules,
  options: ShapeOptions,
): Promise<{ change: ScrapedChange | undefined; troubles: Trouble[] }> => {
  const row = rowOf(change)
  const expressions = expressionsOf(rules)
  const outcomes = await evaluateAll(
    expressions.map(([, expression]) => expression),
    { ...environmentOf(item), ...row, change: row },
    options,
  )
  const answers = new Map<string, unknown>()
  const troubles: Trouble[] = []
  for (const [index, [rule]] of expressions.entries()) {
    const outcome = outcomes[index]
    if (outcome?.ok === true) answers.set(rule, outcome.value)
    else
      troubles.push({ rule, reason: `transform.${rule} of ${item.type} ${item.name}: ${outcome?.error.message ?? ''}` })
  }
  const { exclude = [], mapping = [] } = rules
  if (exclude.some((_, index) => answers.get(`changes.exclude.${index}`) === true))
    return { change: undefined, troubles }
  const place = mapping.findIndex(
    ({ filter }, index) => filter === undefined || answers.get(`changes.mapping.${index}.filter`) === true,
  )
  const mapped = mapping[place]
  if (mapped === undefined) return { change, troubles }
  const summary = answers.get(`changes.mapping.${place}.summary`)
  return {
    change: {
      ...change,
      severity: mapped.severity ?? change.severity,
      changeType: mapped.type ?? change.changeType,
      summary: typeof summary === 'string' && summary !== '' ? summary : change.summary,
      action: mapped.action ?? change.action,
    },
    troubles,
  }
}

/**
 * What happened to an item as the rules of its scraper tell it: without what is excluded or ignored, each by the first mapping whose
 * filter holds.
 */
export const shapeChanges = async (
  item: ScrapedItem,
  changes: readonly ScrapedChange[],
  rules: ChangeRules | undefined,
  options: ShapeOptions,
): Promise<ShapedChanges> => {
  const shaped =
    rules === undefined
      ? changes.map((change) => ({ change, troubles: [] }))
      : await Promise.all(changes.map((change) => shapeChange(change, item, rules, options)))
  return {
    changes: shaped.flatMap(({ change }) => (change === undefined || change.action === 'ignore' ? [] : [change])),
    troubles: shaped.flatMap(({ troubles }) => troubles),
  }
}
