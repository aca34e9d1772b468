import type { RulePreview } from '#shared/incidents/rule-preview-route.ts'
import { toResourceKey } from '#shared/resources/resource-id.ts'
import { weekMs } from '#shared/primitives/time-units.ts'
import type { ViewerReader } from '#relay/backend/data-api/read-as-viewer.ts'
import { filterVisible } from '#relay/backend/data-api/read-visible.ts'
import { isAtWork, passesFilter } from '#relay/backend/incidents/rules/matches.ts'
import { evaluatedMax, passesExpression, selected } from '#relay/backend/incidents/rules/matching-failures.ts'
import type { IncidentRule } from '#relay/backend/incidents/rules/read-rules.ts'
import type { FindResources } from '#relay/backend/search/find-resources.ts'
import type { Queryable } from '#relay/database/database.ts'
import { readSpans, type FailureSpan } from './read-spans.ts'
import { replayRule, type MetSpan } from './replay-rule.ts'

interface PreviewRuleDeps {
  readonly database: Queryable
  readonly find: FindResources
  readonly reader: ViewerReader
  readonly before: readonly IncidentRule[]
  readonly signal: AbortSignal
  readonly nowMs: number
}

const [incidentsMax, membersMax] = [50, 30]

interface Met {
  readonly met: readonly MetSpan[]
  readonly isCut: boolean
}

const metBy = async (
  rule: IncidentRule,
  spans: readonly FailureSpan[],
  { find, signal, nowMs }: PreviewRuleDeps,
): Promise<Met> => {
  const ageMs = rule.spec.filter?.age ?? 0
  const filtered = spans.flatMap((span): MetSpan[] => {
    const metMs = span.sinceMs + ageMs
    const isThere = passesFilter(rule.spec, span, span.untilMs ?? nowMs) && isAtWork(rule.spec, metMs)
    return isThere ? [{ ...span, metMs }] : []
  })
  const isSelected = filtered.length === 0 ? null : await selected(rule, find)
  const candidates = isSelected === null ? filtered : filtered.filter(isSelected)
  signal.throwIfAborted()
  const hasExpression = (rule.spec.filter?.expr ?? '') !== ''
  const newest = hasExpression ? candidates.slice(-evaluatedMax) : candidates
  return {
    met: await passesExpression(rule, newest, ({ metMs }) => metMs, signal),
    isCut: newest.length < candidates.length,
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

const listNotes = ({ spec }: IncidentRule, isCut: boolean): string[] => {
  const { components = [], checks = [], configs = [], filter } = spec
  const isBroad = components.length + checks.length + configs.length === 0 && (filter?.expr ?? '') === ''
  return [
    ...(isBroad ? ['The rule has no selectors and matches every check, component and config item.'] : []),
    ...(spec.autoResolve === undefined
      ? ['Without autoResolve an incident stays open until a person closes it. Repeated failures are added to it.']
      : []),
    ...(spec.template?.title === undefined ? [] : ['The preview uses default titles, not the template.']),
    ...(isCut ? [`The expression was evaluated for the newest ${evaluatedMax} only.`] : []),
    'Only components that are unhealthy now are included, because they have no history.',
  ]
}

export const previewRule = async (deps: PreviewRuleDeps, rule: IncidentRule): Promise<RulePreview> => {
  const { database, reader, before, nowMs } = deps
  const fromMs = nowMs - weekMs
  const { spans, cutAt } = await readSpans(database, { fromMs, toMs: nowMs })
  let left = await filterVisible(reader, spans, (span) => span)
  for (const each of before) {
    const taken = new Set((await metBy(each, left, deps)).met.map((span) => `${toResourceKey(span)} ${span.sinceMs}`))
    left = left.filter((span) => !taken.has(`${toResourceKey(span)} ${span.sinceMs}`))
  }
  const { met, isCut } = await metBy(rule, left, deps)
  const incidents = replayRule(met, { resolveMs: rule.spec.autoResolve?.timeout, nowMs })
  return {
    since: cutAt ?? iso(fromMs),
    troubles: met.length,
    total: incidents.length,
    incidents: incidents
      .toReversed()
      .slice(0, incidentsMax)
      .map(({ title, openedAtMs, resolvedAtMs, members }) => ({
        title,
        opened_at: iso(openedAtMs),
        resolved_at: resolvedAtMs === null ? null : iso(resolvedAtMs),
        member_count: members.length,
        members: members.slice(0, membersMax).map(({ kind, id, name, sinceMs, untilMs }) => ({
          kind,
          id,
          name,
          from: iso(sinceMs),
          until: untilMs === null ? null : iso(untilMs),
        })),
      })),
    notes: listNotes(rule, isCut),
  }
}
