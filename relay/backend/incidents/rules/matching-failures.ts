import { toResourceKey } from '#shared/resources/resource-id.ts'
import { toExpression, evaluateAll } from '#relay/backend/templates/template.ts'
import { Duration } from '#relay/backend/templates/duration.ts'
import { markRow } from '#relay/backend/templates/marked-rows.ts'
import type { FindResources } from '#relay/backend/search/find-resources.ts'
import { emptyRows, filledRow } from '#relay/backend/templates/places/empty-rows.ts'
import { isAtWork, passesFilter } from './matches.ts'
import type { IncidentRule } from './read-rules.ts'
import type { Failure } from './failure.ts'

export const toExpressionValues = (failure: Failure, nowMs: number): Readonly<Record<string, unknown>> => ({
  check: emptyRows.check,
  canary: filledRow('canary', failure.canary),
  component: filledRow('component', failure.component),
  config: emptyRows.config,
  [failure.kind]: markRow({
    ...filledRow(failure.kind, { ...failure }),
    age: new Duration(Math.max(0, nowMs - failure.sinceMs)),
  }),
  name: failure.name,
  kind: failure.kind,
  type: failure.type,
  health: failure.health,
  status: failure.status,
  message: failure.message,
  labels: failure.labels,
})

export const evaluatedMax = 500

export const selected = async (
  { spec }: IncidentRule,
  find: FindResources,
): Promise<((failure: Failure) => boolean) | null> => {
  const { components = [], checks = [], configs = [] } = spec
  if (components.length + checks.length + configs.length === 0) return null
  const found = await Promise.all([find('components', components), find('checks', checks), find('configs', configs)])
  const [ofComponents, ofChecks, ofConfigs] = found.map((each) => new Set(each.map(({ id }) => id)))
  return ({ kind, id, components: tied }) =>
    tied.some((each) => ofComponents?.has(each)) ||
    (kind === 'check' && ofChecks?.has(id) === true) ||
    (kind === 'config' && ofConfigs?.has(id) === true)
}

export const passesExpression = async <T extends Failure>(
  { id, spec }: Pick<IncidentRule, 'id' | 'spec'>,
  failures: readonly T[],
  getNowMs: (failure: T) => number,
  signal?: AbortSignal,
): Promise<readonly T[]> => {
  const expr = spec.filter?.expr
  if (expr === undefined || expr === '') return failures
  const passing: T[] = []
  for (const failure of failures.slice(0, evaluatedMax)) {
    const [outcome] = await evaluateAll([toExpression({ expr })], toExpressionValues(failure, getNowMs(failure)), {
      owner: id,
      ...(signal && { signal }),
    })
    // It would fail for the others too, so the rule is skipped until the next round.
    if (outcome?.ok !== true) throw new Error(`filter.expr: ${outcome?.error.message ?? 'No result.'}`)
    if (outcome.value === true) passing.push(failure)
  }
  return passing
}

export const findMatchingFailures = async (
  rule: IncidentRule,
  failures: readonly Failure[],
  { find, nowMs }: { readonly find: FindResources; readonly nowMs: number },
): Promise<readonly Failure[]> => {
  if (!isAtWork(rule.spec, nowMs)) return []
  const filtered = failures.filter((failure) => passesFilter(rule.spec, failure, nowMs))
  if (filtered.length === 0) return []
  const isSelected = await selected(rule, find)
  const candidates = isSelected === null ? filtered : filtered.filter(isSelected)
  return passesExpression(rule, candidates, () => nowMs)
}

export const remaining = (failures: readonly Failure[], taken: readonly Failure[]): readonly Failure[] => {
  const keys = new Set(taken.map(toResourceKey))
  return failures.filter((failure) => !keys.has(toResourceKey(failure)))
}
