import { groupedBy } from '#shared/primitives/grouped-by.ts'
import type { ComponentSummary } from '#shared/topology/topology.ts'
import { toErrorMessage } from '#shared/primitives/thrown-error.ts'
import { evaluate } from '#relay/backend/templates/template.ts'
import { emptyFields } from '#relay/backend/topology/build/empty-fields.ts'
import type { Placed } from './place-drafts.ts'
import { withZeros } from '#relay/backend/templates/places/summary-zeros.ts'

const healths = ['unhealthy', 'warning', 'healthy'] as const
type Health = (typeof healths)[number] | 'unknown'

export interface LinkedCheck {
  readonly id: string
  readonly canary_id: string
  readonly name: string
  readonly status: string | null
  readonly message: string | null
}

interface Costs {
  readonly cost_per_minute: number
  readonly cost_total_1d: number
  readonly cost_total_7d: number
  readonly cost_total_30d: number
}

export interface LinkedConfig extends Costs {
  readonly id: string
  readonly health: string | null
  readonly status: string | null
}

type Severities = Readonly<Record<string, Readonly<Record<string, number>>>>

export interface Linked {
  readonly config: LinkedConfig | undefined
  readonly configs: readonly LinkedConfig[]
  readonly checks: readonly LinkedCheck[]
  /** May include components of other topologies. */
  readonly related: readonly { readonly name: string; readonly health: string | null }[]
  readonly insights: Severities
  readonly incidents: Severities
}

export interface Assessment {
  readonly health: Health
  readonly status: string
  readonly statusReason: string | null
  readonly summary: ComponentSummary
  readonly isLeaf: boolean
  readonly costs: Costs
}

const isHealth = (text: unknown): text is Health => text === 'unknown' || healths.some((health) => health === text)
const worst = (all: readonly (string | null | undefined)[]): Health | undefined =>
  healths.find((health) => all.includes(health)) ?? (all.includes('unknown') ? 'unknown' : undefined)

const added = (a: Readonly<Record<string, number>>, b: Readonly<Record<string, number>>): Record<string, number> => {
  const sum: Record<string, number> = { ...a }
  for (const [key, count] of Object.entries(b)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

const addedSeverities = (a: Severities, b: Severities): Severities => {
  const sum: Record<string, Readonly<Record<string, number>>> = { ...a }
  for (const [type, severities] of Object.entries(b)) sum[type] = added(sum[type] ?? {}, severities)
  return sum
}

const counts = (states: readonly (string | null | undefined)[]): Record<string, number> => {
  const found: Record<string, number> = {}
  for (const state of states) if (state != null && state !== '') found[state] = (found[state] ?? 0) + 1
  return found
}

const healthByStatus: Readonly<Record<string, Health>> = {
  unhealthy: 'unhealthy',
  error: 'unhealthy',
  warning: 'warning',
  healthy: 'healthy',
  info: 'healthy',
}

const costNames = ['cost_per_minute', 'cost_total_1d', 'cost_total_7d', 'cost_total_30d'] as const

const emptyConfig = { id: '', health: '', status: '', ...Object.fromEntries(costNames.map((name) => [name, 0])) }
const undefinedIfEmpty = <Value extends object>(value: Value): Value | undefined =>
  Object.keys(value).length === 0 ? undefined : value

const summarize = (
  { draft: { fields } }: Placed,
  { related, checks, insights, incidents }: Linked,
  children: readonly Assessment[],
): ComponentSummary => {
  const leaves = counts([
    ...children.filter(({ isLeaf }) => isLeaf).map(({ health }) => health),
    ...related.map(({ health }) => health),
  ])
  const inner = children.filter(({ isLeaf }) => !isLeaf).map(({ summary }) => summary)
  const total = (key: 'healthy' | 'unhealthy' | 'warning' | 'info'): number =>
    (leaves[key] ?? 0) + inner.reduce((sum, summary) => sum + (summary[key] ?? 0), fields.summary?.[key] ?? 0)
  const states = Object.fromEntries(
    (['healthy', 'unhealthy', 'warning', 'info'] as const)
      .map((key) => [key, total(key)])
      .filter(([, count]) => count !== 0),
  )
  const ofChecks = children.reduce(
    (sum, { summary }) => added(sum, summary.checks ?? {}),
    added(counts(checks.map(({ status }) => status)), fields.summary?.checks ?? {}),
  )
  const ofInsights = children.reduce(
    (sum, { summary }) => addedSeverities(sum, summary.insights ?? {}),
    addedSeverities(insights, fields.summary?.insights ?? {}),
  )
  const ofIncidents = children.reduce(
    (sum, { summary }) => addedSeverities(sum, summary.incidents ?? {}),
    addedSeverities(incidents, fields.summary?.incidents ?? {}),
  )
  return {
    ...states,
    checks: undefinedIfEmpty(ofChecks),
    insights: undefinedIfEmpty(ofInsights),
    incidents: undefinedIfEmpty(ofIncidents),
  }
}

const sumCosts = ({ draft }: Placed, { config, configs }: Linked, children: readonly Assessment[]): Costs => {
  const items = new Map([...configs, ...(config === undefined ? [] : [config])].map((item) => [item.id, item]))
  const total = (name: keyof Costs): number =>
    (draft.fields[name] ?? 0) +
    [...items.values()].reduce((sum, item) => sum + item[name], 0) +
    children.reduce((sum, { costs }) => sum + costs[name], 0)
  return {
    cost_per_minute: total('cost_per_minute'),
    cost_total_1d: total('cost_total_1d'),
    cost_total_7d: total('cost_total_7d'),
    cost_total_30d: total('cost_total_30d'),
  }
}

const findReason = ({ draft }: Placed, { checks }: Linked): string | null => {
  const failing = checks.find(({ status }) => status === 'unhealthy')
  if (failing !== undefined)
    return failing.message ? `${failing.name}: ${failing.message}` : `${failing.name} is failing`
  const bad =
    draft.properties.find(({ status }) => status === 'unhealthy') ??
    draft.properties.find(({ status }) => status === 'warning')
  if (bad === undefined) return null
  const amount =
    bad.text ?? (bad.value == null ? '' : bad.max ? `${Math.round((100 * bad.value) / bad.max)} %` : `${bad.value}`)
  return `${bad.label ?? bad.name ?? 'A property'} ${amount}`.trim()
}

const assessOne = async (
  placed: Placed,
  linked: Linked,
  children: readonly { readonly name: string; readonly assessment: Assessment }[],
  {
    owner,
    signal,
    error,
  }: { readonly owner: string; readonly signal: AbortSignal; readonly error: (message: string) => void },
): Promise<Assessment> => {
  const { fields, properties } = placed.draft
  const below = children.map(({ assessment }) => assessment)
  const summary = summarize(placed, linked, below)
  const bySummary = healths.find((health) => (fields.summary?.[health] ?? 0) > 0)
  const own = worst([
    fields.health ?? healthByStatus[(fields.status ?? '').toLowerCase()] ?? linked.config?.health,
    ...linked.checks.map(({ status }) => status),
    ...properties.map(({ status }) => status),
    bySummary,
  ])
  const found =
    worst([own, ...below.map(({ health }) => health), ...linked.related.map(({ health }) => health)]) ?? 'unknown'
  const component = { ...emptyFields, ...fields, health: own ?? '' }
  const values = {
    summary: withZeros(summary),
    health: found,
    component,
    self: component,
    properties: Object.fromEntries(properties.map(({ name, value, text }) => [name ?? '', value ?? text ?? ''])),
    checks: linked.checks.map(({ name, status }) => ({ name, status })),
    config: linked.config ?? emptyConfig,
    components: children.map(({ name, assessment }) => ({
      name,
      health: assessment.health,
      status: assessment.status,
    })),
  }
  const evaluated = async (expression: string | undefined, fieldName: string): Promise<unknown> => {
    if (expression === undefined) return undefined
    try {
      return await evaluate({ expr: expression }, values, { owner, signal })
    } catch (failure) {
      error(`${fields.name}: its ${fieldName} failed. ${toErrorMessage(failure)}`)
      return undefined
    }
  }
  const healthResult = await evaluated(fields.healthExpr, 'healthExpr')
  if (healthResult !== undefined && !isHealth(healthResult))
    error(
      `${fields.name}: its healthExpr must return healthy, unhealthy, warning or unknown, not ${JSON.stringify(healthResult)}.`,
    )
  const health = isHealth(healthResult) ? healthResult : found
  const status = await evaluated(fields.statusExpr, 'statusExpr')
  if (typeof status === 'object' && status !== null)
    error(`${fields.name}: its statusExpr must return text or a number, not ${JSON.stringify(status)}.`)
  const plain = fields.status ?? linked.config?.status ?? (health === 'unknown' ? '' : health)
  return {
    health,
    status: ['string', 'number', 'bigint', 'boolean'].includes(typeof status) ? String(status) : plain,
    statusReason: fields.statusReason ?? findReason(placed, linked),
    summary,
    isLeaf: children.length === 0 && linked.related.length === 0 && fields.summary === undefined,
    costs: sumCosts(placed, linked, below),
  }
}

/** Children before their parents. */
export const assess = async (
  placed: readonly Placed[],
  getLinked: (id: string) => Linked,
  context: Parameters<typeof assessOne>[3],
): Promise<ReadonlyMap<string, Assessment>> => {
  const found = new Map<string, Assessment>()
  const below = groupedBy(placed, ({ parentId }) => parentId)
  for (const one of placed.toReversed()) {
    const children = (below.get(one.id) ?? []).flatMap(({ id, draft }) => {
      const assessment = found.get(id)
      return assessment === undefined ? [] : [{ name: draft.fields.name, assessment }]
    })
    found.set(one.id, await assessOne(one, getLinked(one.id), children, context))
  }
  return found
}
