import { dayMs } from '#shared/primitives/time-units.ts'
import { groupedBy } from '#shared/primitives/grouped-by.ts'
import type { CheckBase } from '#relay/backend/checks/spec/check-base.ts'
import { readParent } from '#relay/backend/checks/engine/check-plan.ts'
import type { TransformedResult } from '#relay/backend/checks/engine/transformed-result.ts'

export interface KnownCheck {
  readonly id: string
  readonly type: string
  readonly name: string
  readonly spec: unknown
  readonly deleted_at: string | null
  readonly created_at: string
}

interface PlanInput {
  readonly parent: { readonly id: string; readonly type: string }
  readonly base: Pick<CheckBase, 'transformDeleteStrategy' | 'transformRetention'>
  /** All checks of the canary, deleted ones included. */
  readonly known: readonly KnownCheck[]
  readonly results: readonly TransformedResult[]
  readonly time: number
  readonly findLast: (id: string) => { readonly time: number | null; readonly message: string } | undefined
}

interface TransformedPlan {
  readonly present: readonly {
    readonly result: TransformedResult
    readonly type: string
    readonly existing: KnownCheck | undefined
  }[]
  /** First absence: one result is recorded, not one per run. */
  readonly mark: readonly string[]
  readonly remove: readonly string[]
  readonly warnings: readonly string[]
}

export const absentMessage = 'No longer in the results.'
const markedRetentionMs = dayMs

const findExisting = (named: readonly KnownCheck[], type: string): KnownCheck | undefined =>
  named.find((row) => row.deleted_at === null && row.type === type) ??
  named.find((row) => row.deleted_at === null) ??
  named.find((row) => row.type === type) ??
  named[0]

/** The name identifies a check among the results of its parent; a changed type does not make it another check. */
export const planTransformed = ({ parent, base, known, results, time, findLast }: PlanInput): TransformedPlan => {
  const children = known.filter((row) => readParent(row.spec) === parent.id)
  const byName = groupedBy(known, ({ name }) => name)
  const present: TransformedPlan['present'][number][] = []
  const warnings: string[] = []
  for (const result of results) {
    const wantedType = result.type || parent.type
    const named = byName.get(result.name) ?? []
    const existing = findExisting(
      named.filter((row) => readParent(row.spec) === parent.id),
      wantedType,
    )
    const holder = named.find((row) => row.type === wantedType && row.id !== existing?.id)
    const isOthers = holder !== undefined && holder.deleted_at === null && readParent(holder.spec) !== parent.id
    if (isOthers && existing === undefined) {
      warnings.push(
        `transform: the canary has another ${wantedType} check named ${JSON.stringify(result.name)}; this result is not used.`,
      )
      continue
    }
    // Type and name are unique within a canary, among deleted checks too.
    if (existing === undefined) present.push({ result, type: wantedType, existing: holder })
    else present.push({ result, type: holder === undefined ? wantedType : existing.type, existing })
  }
  const presentIds = new Set(present.map(({ existing }) => existing?.id))
  const missing = children.filter((row) => row.deleted_at === null && !presentIds.has(row.id)).map(({ id }) => id)
  const strategy = base.transformDeleteStrategy ?? 'Delete'
  const isMarked = strategy === 'MarkHealthy' || strategy === 'MarkUnhealthy'
  const retentionMs = base.transformRetention ?? (isMarked ? markedRetentionMs : strategy === 'Ignore' ? Infinity : 0)
  const isOver = (id: string) => {
    if (retentionMs === 0) return true
    const last = findLast(id)
    const isAbsentSince = !isMarked || last?.message === absentMessage
    return isAbsentSince && typeof last?.time === 'number' && time - last.time >= retentionMs
  }
  const remove = missing.filter(isOver)
  const removed = new Set(remove)
  const stays = missing.filter((id) => !removed.has(id))
  return {
    present,
    mark: isMarked ? stays.filter((id) => findLast(id)?.message !== absentMessage) : [],
    remove,
    warnings,
  }
}
