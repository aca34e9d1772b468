import { parseJsonOrText } from '#shared/primitives/bounded-json.ts'
import type { ScrapedItem } from '#relay/backend/catalog/scraped-item.ts'
import type { NamedReport } from '#relay/backend/scrapers/scraper-kind.ts'
import { evaluateRules, listNonBooleans, type NamedRule, type RuleFailure, type ShapeOptions } from './shape-item.ts'
import type { Transform } from './transform-spec.ts'
import { readChanges } from './whole-item.ts'

interface Generated {
  readonly reports: readonly NamedReport[]
  readonly failures: readonly RuleFailure[]
}

const toList = (value: unknown): readonly unknown[] => {
  const read: unknown = typeof value === 'string' ? parseJsonOrText(value) : value
  if (Array.isArray(read)) return read
  return read === null || read === '' ? [] : [read]
}

/** Expressions return a list of changes, or its JSON. */
export const generateChanges = async (
  item: ScrapedItem,
  { changes }: Transform,
  options: ShapeOptions,
): Promise<Generated> => {
  const rules = changes?.generate ?? []
  const toName = (index: number, part: string) => `changes.generate[${index}].${part}`
  const conditions = rules.flatMap(({ filter }, index): NamedRule[] =>
    filter === undefined ? [] : [[toName(index, 'filter'), filter]],
  )
  const { results, failures } = await evaluateRules(conditions, item, options)
  const names = conditions.map(([rule]) => rule)
  failures.push(...listNonBooleans(results, names, item))
  const wanted = rules.flatMap(({ filter, expr }, index): NamedRule[] =>
    filter === undefined || results.get(toName(index, 'filter')) === true ? [[toName(index, 'expr'), expr]] : [],
  )
  const made = await evaluateRules(wanted, item, options)
  const read = [...made.results].map(([rule, value]) => ({ rule, ...readChanges(toList(value), `transform.${rule}`) }))
  return {
    reports: read.flatMap(({ reports }) => reports),
    failures: [
      ...failures,
      ...made.failures,
      ...read.flatMap(({ rule, errors }) => errors.map((reason) => ({ rule, reason }))),
    ],
  }
}
