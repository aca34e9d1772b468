import type { CheckListRow, GroupListRow } from '#shared/health/health-list.ts'
import { toCheckState, type GroupState } from '#shared/health/check-state.ts'
import type { State } from '#client/ui/state-mark.tsx'

const marks: Record<GroupState, State> = {
  healthy: 'healthy',
  unhealthy: 'unhealthy',
  mixed: 'warning',
  unknown: 'unknown',
}

export const toRowState = (row: GroupListRow | CheckListRow): State =>
  marks[row.kind === 'group' ? row.roll.state : toCheckState(row.check)]
