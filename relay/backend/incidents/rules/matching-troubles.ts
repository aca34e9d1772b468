import { expressionOf, evaluateAll } from '#relay/backend/templates/template.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import type { FindResources } from '#relay/backend/topology/store/find-links.ts'
import { isAtWork, passesFilter } from './matches.ts'
import type { IncidentRule } from './read-rules.ts'
import { keyOf, type Trouble } from './trouble.ts'

/** What the expressions of a rule read of a trouble. */
export const valuesOf = (trouble: Trouble, nowMs: number): Readonly<Record<string, unknown>> => ({
  [trouble.kind]: { ...trouble, age: new Duration(Math.max(0, nowMs - trouble.sinceMs)) },
  name: trouble.name,
  kind: trouble.kind,
  message: trouble.message,
  labels: trouble.labels,
})

/** So many that pass everything else are asked the rule's own expression. */
export const askedMax = 500

/** Which things the selectors of a rule mean; null where it has none. */
export const selected = async (
  { spec }: IncidentRule,
  find: FindResources,
): Promise<((trouble: Trouble) => boolean) | null> => {
  const { components = [], checks = [], configs = [] } = spec
  if (components.length + checks.length + configs.length === 0) return null
  const found = await Promise.all([find('components', components), find('checks', checks), find('configs', configs)])
  const [ofComponents, ofChecks, ofConfigs] = found.map((each) => new Set(each.map(({ id }) => id)))
  return ({ kind, id, components: tied }) =>
    tied.some((each) => ofComponents?.has(each)) ||
    (kind === 'check' && ofChecks?.has(id) === true) ||
    (kind === 'config' && ofConfigs?.has(id) === true)
}

/** Those of the first so many for which the rule's own expression is true. Rejects with a sentence where it fails or never ends. */
export const passesExpression = async <T extends Trouble>(
  { id, spec }: Pick<IncidentRule, 'id' | 'spec'>,
  troubles: readonly T[],
  nowOf: (trouble: T) => number,
  signal?: AbortSignal,
): Promise<readonly T[]> => {
  const expr = spec.filter?.expr
  if (expr === undefined || expr === '') return troubles
  const passing: T[] = []
  for (const trouble of troubles.slice(0, askedMax)) {
    const [outcome] = await evaluateAll([expressionOf({ expr })], valuesOf(trouble, nowOf(trouble)), {
      owner: id,
      ...(signal && { signal }),
    })
    // One that fails, or never ends, would fail for all others too: the rule rests until the next round.
    if (outcome?.ok !== true) throw new Error(`filter.expr: ${outcome?.error.message ?? 'It has no result.'}`)
    if (outcome.value === true) passing.push(trouble)
  }
  return passing
}

/** What a rule is about. Rejects with a sentence where its selectors or its expression cannot be asked. */
export const matchingTroubles = async (
  rule: IncidentRule,
  troubles: readonly Trouble[],
  { find, nowMs }: { readonly find: FindResources; readonly nowMs: number },
): Promise<readonly Trouble[]> => {
  if (!isAtWork(rule.spec, nowMs)) return []
  const filtered = troubles.filter((trouble) => passesFilter(rule.spec, trouble, nowMs))
  if (filtered.length === 0) return []
  const isSelected = await selected(rule, find)
  const asked = isSelected === null ? filtered : filtered.filter(isSelected)
  return passesExpression(rule, asked, () => nowMs)
}

/** Leaves to the rules after it what a rule that breaks on a match has not taken. */
export const remaining = (troubles: readonly Trouble[], taken: readonly Trouble[]): readonly Trouble[] => {
  const keys = new Set(taken.map(keyOf))
  return troubles.filter((trouble) => !keys.has(keyOf(trouble)))
}
