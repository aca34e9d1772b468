import type { CheckGroup } from '#shared/health/check-groups.ts'
import type { CheckRow } from '#shared/health/check-row.ts'
import { toCheckState } from '#shared/health/check-state.ts'
import type { RollUp } from '#shared/health/roll-up.ts'
import { perObject } from '#shared/primitives/per-object.ts'

export interface GroupListRow {
  readonly kind: 'group'
  readonly id: string
  readonly key: string
  readonly title: string
  readonly namespace: string
  readonly open: boolean
  readonly stale: boolean
  readonly roll: RollUp
}

export interface CheckListRow {
  readonly kind: 'check'
  readonly id: string
  readonly stale: boolean
  readonly check: CheckRow
}

export interface MoreListRow {
  readonly kind: 'more'
  readonly id: string
  readonly key: string
  readonly hidden: number
  readonly open: boolean
}

export type HealthListRow = GroupListRow | CheckListRow | MoreListRow

export interface ListOptions {
  readonly grouped: boolean
  readonly hidePassing: boolean
  readonly isSorted: boolean
  readonly isStale: (row: CheckRow) => boolean
  readonly lastKnown: boolean
  readonly isOpen: (group: CheckGroup) => boolean
  readonly isWhole: (group: CheckGroup) => boolean
}

const healthyShownMax = 10
const healthyShown = 3

const isPassing = (row: CheckRow, isStale: (row: CheckRow) => boolean): boolean =>
  toCheckState(row) === 'healthy' && !isStale(row)

/** Rows keep their identity while the check does, so that the table skips unchanged rows. */
const currentLine = perObject((check: CheckRow): CheckListRow => ({ kind: 'check', id: check.id, stale: false, check }))
const staleLine = perObject((check: CheckRow): CheckListRow => ({ kind: 'check', id: check.id, stale: true, check }))

const splitChecks = (
  checks: readonly CheckRow[],
  { hidePassing, isSorted, isStale }: ListOptions,
): Record<'always' | 'foldable', readonly CheckRow[]> => {
  if (isSorted) {
    return { always: hidePassing ? checks.filter((row) => !isPassing(row, isStale)) : checks, foldable: [] }
  }
  const firstPassing = checks.findIndex((row) => isPassing(row, isStale))
  if (firstPassing < 0) return { always: checks, foldable: [] }
  return { always: checks.slice(0, firstPassing), foldable: hidePassing ? [] : checks.slice(firstPassing) }
}

export const listRows = (groups: readonly CheckGroup[], options: ListOptions): HealthListRow[] => {
  const { grouped, isStale, lastKnown, isOpen, isWhole } = options
  const list: HealthListRow[] = []
  const add = (check: CheckRow) => list.push(lastKnown || isStale(check) ? staleLine(check) : currentLine(check))
  for (const group of groups) {
    const { key, title, namespace, roll, checks } = group
    const { always, foldable } = splitChecks(checks, options)
    if (always.length + foldable.length === 0) continue
    if (grouped) {
      const open = isOpen(group)
      const stale = lastKnown || roll.stale === roll.total
      list.push({ kind: 'group', id: `group:${key}`, key, title, namespace, open, stale, roll })
      if (!open) continue
    }
    always.forEach(add)
    const folds = grouped && foldable.length > healthyShownMax
    const whole = !folds || isWhole(group)
    for (const check of whole ? foldable : foldable.slice(0, healthyShown)) add(check)
    if (folds) {
      list.push({ kind: 'more', id: `more:${key}`, key, hidden: foldable.length - healthyShown, open: whole })
    }
  }
  return list
}

const sameFields = (a: object, b: object) =>
  Object.entries(a).every(([name, value]) => (b as Record<string, unknown>)[name] === value)

export const sameListRow = (a: HealthListRow, b: HealthListRow): boolean => {
  if (a === b) return true
  if (a.kind === 'group' && b.kind === 'group') {
    const { roll: rollA, ...restA } = a
    const { roll: rollB, ...restB } = b
    return sameFields(restA, restB) && sameFields(rollA, rollB)
  }
  return sameFields(a, b)
}
