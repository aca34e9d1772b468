import type { CheckListRow, GroupListRow } from '#shared/health/health-list.ts'
import { checkStateOf, type GroupState } from '#shared/health/check-state.ts'
import type { State } from '#client/ui/state-mark.tsx'

const marks: Record<GroupState, State> = {
  healthy: 'healthy',
  unhealthy: 'unhealthy',
  mixed: 'warning',
  unknown: 'unknown',
}

/** The mark of a group's or a check's state. */
export const markOf = (row: GroupListRow | CheckListRow): State =>
  marks[row.kind === 'group' ? row.roll.state : checkStateOf(row.check)]
