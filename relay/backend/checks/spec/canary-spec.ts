import { z } from 'zod'
import { formatPath } from '#shared/primitives/format-path.ts'
import { matchesGlob } from '#shared/primitives/glob.ts'
import { isMap } from '#shared/primitives/is-map.ts'
import { checkBaseSchema, withoutBase, type CheckBase } from '#relay/backend/checks/spec/check-base.ts'
import { canaryEnv, withCanaryEnv } from '#relay/backend/checks/spec/canary-env.ts'
import { listLinkExpressions } from '#relay/backend/checks/spec/check-link-expressions.ts'
import { listMetricExpressions } from '#relay/backend/checks/spec/check-metrics.ts'
import type { CheckKind, PreparedCheck } from '#relay/backend/checks/spec/check-kind.ts'
import { toPath, toReason } from '#relay/backend/resources/parse-documents.ts'
import type { DocumentPath } from '#relay/backend/resources/resource-document.ts'
import { specIssues } from '#relay/backend/resources/spec-issues.ts'
import { withoutNulls } from '#relay/backend/resources/without-nulls.ts'
import { Mask } from '#relay/backend/secrets/mask.ts'
import { secretsIn } from '#relay/backend/secrets/change-secrets.ts'
import { hasSealed } from '#relay/backend/secrets/sealed-text.ts'
import { unreadableSecret } from '#relay/backend/secrets/vault.ts'
import { parseSchedule, type Schedule } from '#relay/backend/schedule/schedule.ts'
import { toStorableName } from '#relay/backend/rows/storable-text.ts'
import { nearest } from '#shared/primitives/nearest.ts'
import { toExpression, findExpressionError, type CompiledTemplate } from '#relay/backend/templates/template.ts'
import { ExpectedError } from '#relay/errors/expected-error.ts'

export type CheckKinds = readonly CheckKind[]

interface SpecError {
  readonly path: DocumentPath
  readonly reason: string
}

export interface RunnableCheck {
  readonly prepared: PreparedCheck
  readonly base: CheckBase
  readonly test: CompiledTemplate | undefined
  readonly display: CompiledTemplate | undefined
  readonly transform: CompiledTemplate | undefined
}

export interface CheckEntry {
  readonly type: string
  readonly name: string
  readonly raw: unknown
  readonly runnable: RunnableCheck | undefined
  readonly error: SpecError | undefined
}

export interface CanarySpec {
  readonly schedule: Schedule | undefined
  readonly scheduleText: string
  readonly icon: string
  readonly severity: string
  readonly owner: string
  readonly error: SpecError | undefined
  /** The spec or its schedule is invalid: a previous valid version of the document stays active. */
  readonly broken: boolean
  readonly checks: readonly CheckEntry[]
}

const ownAgents = ['local', 'self']
const text = z.union([z.string(), z.number()]).transform(String).nullish()
export const canaryTopSchema = z.looseObject({
  schedule: text,
  interval: z.coerce.number().nullish(),
  icon: text,
  severity: text,
  owner: text,
  replicas: z.number().nullish(),
  env: canaryEnv,
  agentSelector: z
    .union([z.array(z.string()), z.string().transform((name) => [name])], { error: 'must be a list of agent names' })
    .nullish(),
})
const topKeys = new Set([...Object.keys(canaryTopSchema.shape), 'resultMode', 'retries', 'description', 'labels'])

export const formatSchedule = (
  schedule: string | null | undefined,
  interval: number | string | null | undefined,
): string => schedule ?? (interval == null ? '' : `@every ${interval}s`)

export const readCanarySpec = async (value: unknown, kinds: CheckKinds): Promise<CanarySpec> => {
  const spec = withoutNulls(value)
  const top = canaryTopSchema.safeParse(spec)
  if (!top.success) return { ...emptySpec, broken: true, error: toSpecError(top.error, spec) }
  const { schedule, interval, icon, severity, owner, env } = top.data
  const checks: CheckEntry[] = []
  for (const [key, listed] of Object.entries(top.data)) {
    if (topKeys.has(key) || listed == null) continue
    const raws: readonly unknown[] = Array.isArray(listed) ? listed : [listed]
    for (const [index, raw] of raws.entries()) {
      const kind = kinds.find((each) => each.key === key)
      const withEnv = kind === undefined ? raw : withCanaryEnv(raw, env ?? [], kind)
      checks.push(await readEntry(key, withEnv, Array.isArray(listed) ? [key, index] : [key], kinds))
    }
  }
  const scheduleText = formatSchedule(schedule, interval)
  return {
    icon: icon ?? '',
    severity: severity ?? '',
    owner: owner ?? '',
    scheduleText,
    ...readSchedule(scheduleText, findPause(top.data)),
    checks: withoutDoubles(checks),
  }
}

/** Errors that concern the whole canary; those of single checks are listed with the checks. */
export const findBrokenSpec = (spec: unknown): SpecError | undefined => {
  const top = canaryTopSchema.safeParse(spec)
  if (!top.success) return toSpecError(top.error, spec)
  const { schedule, interval } = top.data
  const { broken, error } = readSchedule(formatSchedule(schedule, interval), findPause(top.data))
  return broken ? error : undefined
}

const toSpecError = (error: z.ZodError, spec: unknown): SpecError => {
  const [issue] = specIssues(canaryTopSchema, error, spec)
  const path = toPath(issue)
  return { path, reason: path.length === 0 ? `spec: ${toReason(issue)}` : toReason(issue) }
}

const emptySpec: CanarySpec = {
  schedule: undefined,
  scheduleText: '',
  icon: '',
  severity: '',
  owner: '',
  error: undefined,
  broken: false,
  checks: [],
}

const unscheduled = (path: DocumentPath, reason: string, broken = false) => ({
  schedule: undefined,
  error: { path, reason },
  broken,
})

const isOwn = (patterns: readonly string[]): boolean =>
  patterns.some((pattern) => ownAgents.some((name) => matchesGlob(pattern, name)))

const findPause = ({ replicas, agentSelector }: z.infer<typeof canaryTopSchema>): SpecError | undefined => {
  if (replicas === 0) return { path: ['replicas'], reason: 'The canary is paused: replicas is 0.' }
  const chosen = agentSelector ?? []
  const wanted = chosen.filter((pattern) => !pattern.startsWith('!'))
  const excluded = chosen.flatMap((pattern) => (pattern.startsWith('!') ? pattern.slice(1) : []))
  if ((wanted.length === 0 || isOwn(wanted)) && !isOwn(excluded)) return undefined
  return {
    path: ['agentSelector'],
    reason: `The canary is for other agents (agentSelector: ${chosen.join(', ')}), so its checks only run on request here. Add "local" to run it on this installation.`,
  }
}

const readSchedule = (
  text: string,
  pause: SpecError | undefined,
): Pick<CanarySpec, 'schedule' | 'error' | 'broken'> => {
  if (pause !== undefined) return unscheduled(pause.path, pause.reason)
  if (text === '') return unscheduled([], 'The canary has no schedule, so its checks only run on request.')
  try {
    return { schedule: parseSchedule(text), error: undefined, broken: false }
  } catch (error) {
    if (error instanceof ExpectedError) return unscheduled(['schedule'], error.message, true)
    throw error
  }
}

const readEntry = async (type: string, raw: unknown, path: DocumentPath, kinds: CheckKinds): Promise<CheckEntry> => {
  const kind = kinds.find(({ key }) => key === type)
  const reject = (name: string, issuePath: DocumentPath | undefined, reason: string): CheckEntry => {
    const mask = new Mask()
    mask.hideAll(secretsIn(raw, { schemas: [kind?.spec] }))
    const at = issuePath === undefined ? [type] : [...path, ...issuePath]
    return {
      type: toStorableName(type),
      name,
      raw,
      runnable: undefined,
      error: { path: at, reason: mask.inText(reason) },
    }
  }
  const base = checkBaseSchema.safeParse(withMinutes(raw, kind))
  const name = base.data?.name ?? nameIn(raw) ?? toStorableName(path.join(' '))
  if (kind === undefined) {
    const meant = nearest(
      type,
      kinds.map(({ key }) => key),
    )
    const hint =
      meant === undefined ? `Known types: ${kinds.map(({ key }) => key).join(', ')}.` : `Is "${meant}" meant?`
    return reject(name, undefined, `Unknown check type "${type}". ${hint}`)
  }
  if (!base.success) {
    const [issue] = specIssues(checkBaseSchema, base.error, raw)
    return reject(name, toPath(issue), toReason(issue))
  }
  if (isUnreadable(raw)) return reject(name, undefined, unreadableSecret)
  const read = kind.read(withoutBase(base.data))
  if ('issues' in read) {
    const [issue] = read.issues
    return reject(name, toPath(issue), toReason(issue))
  }
  const templates = templatesIn(base.data)
  const expressions = [
    ...(['test', 'display', 'transform'] as const).flatMap((part) => {
      const expression = templates[part]
      return expression === undefined ? [] : [{ path: [part, expression.language], label: part, expression }]
    }),
    ...[
      ...listMetricExpressions(base.data.metrics ?? []),
      ...listLinkExpressions(base.data.relationships),
      ...(read.check.expressions ?? []),
    ].map(({ path, expression }) => ({ path, label: formatPath(path), expression })),
  ]
  const errors = await Promise.all(expressions.map(({ expression }) => findExpressionError(expression)))
  for (const [index, { path, label }] of expressions.entries()) {
    const error = errors[index]
    if (error !== undefined) return reject(name, path, `${label}: ${error.message}`)
  }
  return {
    type,
    name: base.data.name ?? toStorableName(read.check.endpoint),
    raw,
    runnable: {
      prepared: read.check,
      base: { ...base.data, timeout: base.data.timeout ?? read.check.timeoutMs },
      ...templates,
    },
    error: undefined,
  }
}

/** A number is minutes for some kinds, which also wait longer by default. */
const withMinutes = (raw: unknown, kind: CheckKind | undefined): unknown => {
  const byDefault = kind?.timeoutMinutes
  if (byDefault === undefined || !isMap(raw)) return raw
  const timeout = raw['timeout'] || byDefault
  return typeof timeout === 'number' ? { ...raw, timeout: timeout * 60 } : raw
}

const templatesIn = ({
  test,
  display,
  transform,
}: CheckBase): Record<'test' | 'display' | 'transform', CompiledTemplate | undefined> => ({
  test: test && toExpression(test),
  display: display && toExpression(display),
  transform: transform && toExpression(transform),
})

export const isUnreadable = (raw: unknown): boolean => hasSealed(JSON.stringify(raw) ?? '')

const nameIn = (raw: unknown): string | undefined =>
  typeof raw === 'object' && raw !== null && 'name' in raw && typeof raw.name === 'string'
    ? toStorableName(raw.name)
    : undefined

/** Two checks of one type and name would share one history. */
const withoutDoubles = (checks: readonly CheckEntry[]): CheckEntry[] => {
  const seen = new Set<string>()
  return checks.map((entry, index) => {
    const key = `${entry.type} ${entry.name}`
    if (!seen.has(key)) {
      seen.add(key)
      return entry
    }
    return {
      ...entry,
      name: `${entry.name} (${index + 1})`,
      runnable: undefined,
      error: {
        path: [entry.type],
        reason: `Two ${entry.type} checks of this canary are named "${entry.name}"; rename the second one.`,
      },
    }
  })
}
