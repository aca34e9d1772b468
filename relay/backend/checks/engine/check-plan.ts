import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { localAgent } from '#shared/agents/local-agent.ts'
import {
  isUnreadable,
  type CanarySpec,
  type CheckEntry,
  type RunnableCheck,
} from '#relay/backend/checks/spec/canary-spec.ts'
import type { CheckFields, CheckRow } from '#relay/backend/checks/store/canary-store.ts'
import type { CanaryInForce } from '#relay/backend/checks/engine/document-plan.ts'
import type { CheckRecord } from '#relay/backend/checks/store/live-check.ts'
import { isPosted } from '#relay/backend/checks/engine/posted-results.ts'
import { canonicalJson } from '#relay/backend/rows/storable-json.ts'

export interface PlannedCheck {
  readonly record: CheckRecord
  readonly runnable: RunnableCheck | undefined
  /** Its stored spec is an older one. */
  readonly isEdited: boolean
}

interface CheckPlan {
  readonly checks: readonly PlannedCheck[]
  readonly writes: readonly CheckFields[]
  readonly deletes: readonly string[]
  /** Errors of the canary and of its checks. A paused canary and one without a schedule have none. */
  readonly rejections: readonly string[]
}

export const readParent = (spec: unknown): string | undefined =>
  typeof spec === 'object' && spec !== null && 'transformedFrom' in spec && typeof spec.transformedFrom === 'string'
    ? spec.transformedFrom
    : undefined

/** Own labels are read from the spec: those of the row already contain the labels of the canary. */
const readOwnLabels = (spec: unknown): Readonly<Record<string, string>> => {
  const read = ownLabelsSchema.safeParse(spec)
  return read.success ? read.data.labels : {}
}
const ownLabelsSchema = z.object({ labels: z.record(z.string(), z.string()) })

/** A check's own labels override those of its canary. */
export const mergeLabels = (
  canary: { readonly labels: Readonly<Record<string, string>> | null },
  own: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => ({ ...canary.labels, ...own })

interface PlanInput {
  readonly rows: readonly CheckRow[]
  readonly readOne: (type: string, raw: unknown) => Promise<CheckEntry | undefined>
  readonly now: string
}

/**
 * Type and name identify a check, which keeps its id over edits and deletion. A rejected entry leaves the last
 * valid spec running.
 */
export const planChecks = async (
  { row: canary, formatErrorAt, rejection }: CanaryInForce,
  spec: CanarySpec,
  { rows, readOne, now }: PlanInput,
): Promise<CheckPlan> => {
  const writes: CheckFields[] = []
  const checks: PlannedCheck[] = []
  const keptIds = new Set<string>()
  const canaryError = spec.error === undefined ? '' : formatErrorAt(spec.error.path, spec.error.reason)
  const rejections = spec.broken ? [canaryError] : []

  for (const entry of spec.checks) {
    const existing = rows.find((row) => row.type === entry.type && row.name === entry.name)
    let { runnable, raw } = entry
    const needsSchedule = !isPosted(runnable) || spec.scheduleText !== ''
    const errors = [rejection, needsSchedule ? canaryError : '']
    if (entry.error !== undefined) {
      const where = formatErrorAt(entry.error.path, entry.error.reason)
      rejections.push(where)
      // Do not overwrite a spec that cannot be decrypted: the right key may come back.
      if (existing !== undefined && isUnreadable(raw)) raw = existing.spec
      const before = existing?.deleted_at === null ? await readOne(existing.type, existing.spec) : undefined
      if (existing !== undefined && before?.runnable !== undefined) {
        runnable = before.runnable
        raw = existing.spec
        errors.push(`A newer version of the check was rejected, the last valid one stays active. ${where}`)
      } else errors.push(where)
    }
    const base = runnable?.base
    const fields: CheckFields = {
      id: existing?.id ?? randomUUID(),
      canary_id: canary.id,
      type: entry.type,
      name: entry.name,
      namespace: base?.namespace ?? canary.namespace,
      description: base?.description ?? null,
      icon: base?.icon ?? (spec.icon || null),
      owner: spec.owner || null,
      severity: base?.severity ?? (spec.severity || null),
      labels: mergeLabels(canary, base?.labels ?? {}),
      spec: raw ?? {},
      transformed: false,
    }
    keptIds.add(fields.id)
    if (existing?.deleted_at !== null || fieldsText(existing) !== fieldsText(fields)) writes.push(fields)
    checks.push({
      record: toCheckRecord(canary, spec, {
        fields,
        createdAt: existing?.created_at ?? now,
        stored: existing,
        runnable,
        configError: errors.filter((text) => text !== '').join(' '),
      }),
      runnable,
      isEdited: existing !== undefined && canonicalJson(existing.spec) !== canonicalJson(fields.spec),
    })
  }

  const deletes: string[] = []
  for (const row of rows) {
    if (row.deleted_at !== null || keptIds.has(row.id)) continue
    const parent = row.transformed ? checks.find(({ record }) => record.id === readParent(row.spec)) : undefined
    if (parent?.runnable?.transform === undefined) {
      deletes.push(row.id)
      continue
    }
    const fields: CheckFields = { ...row, labels: mergeLabels(canary, readOwnLabels(row.spec)) }
    if (fieldsText(row) !== fieldsText(fields)) writes.push(fields)
    checks.push({
      record: toCheckRecord(canary, spec, { fields, createdAt: row.created_at ?? now, stored: row }),
      runnable: undefined,
      isEdited: false,
    })
  }
  return { checks, writes, deletes, rejections }
}

const fieldsText = (fields: CheckFields): string =>
  canonicalJson([
    fields.namespace,
    fields.description,
    fields.icon,
    fields.owner,
    fields.severity,
    fields.labels,
    fields.spec,
    fields.transformed,
  ])

interface RecordInput {
  readonly fields: CheckFields
  readonly createdAt: string
  readonly stored?: Pick<CheckRow, 'silenced_at' | 'acknowledged'> | undefined
  readonly runnable?: RunnableCheck | undefined
  readonly configError?: string
}

export const toCheckRecord = (
  canary: CanaryInForce['row'],
  spec: CanarySpec,
  { fields, createdAt, stored, runnable, configError = '' }: RecordInput,
): CheckRecord => ({
  id: fields.id,
  canaryId: canary.id,
  canaryName: canary.name,
  canaryNamespace: canary.namespace,
  canaryLabels: canary.labels ?? {},
  name: fields.name,
  namespace: fields.namespace ?? canary.namespace,
  type: fields.type,
  icon: fields.icon ?? '',
  description: fields.description ?? '',
  labels: fields.labels ?? {},
  severity: fields.severity ?? '',
  owner: fields.owner ?? '',
  agentId: localAgent,
  endpoint: runnable?.prepared.endpoint ?? '',
  schedule: spec.scheduleText,
  intervalMs: spec.schedule?.intervalMs ?? null,
  createdAt,
  silencedAt: stored?.silenced_at ?? null,
  acknowledged: stored?.acknowledged ?? null,
  configError,
  dependsOn: runnable?.base.dependsOn ?? [],
  confirmation: runnable?.base.confirmation ?? undefined,
  transformedFrom: fields.transformed ? readParent(fields.spec) : undefined,
})
