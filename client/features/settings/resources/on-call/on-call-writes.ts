import type { Rotation } from '#shared/notifications/on-call.ts'
import { insertRows, deleteRows, updateRows } from '#client/api/data-api.ts'

export const saveRotation = ({ team_id: team, ...shifts }: Rotation, isNew: boolean, by: string): Promise<void> =>
  isNew
    ? insertRows('on_call_rotations', { team_id: team, ...shifts, created_by: by || undefined })
    : updateRows('on_call_rotations', { team_id: `eq.${team}` }, shifts)

export const deleteRotation = (team: string): Promise<void> =>
  deleteRows('on_call_rotations', { team_id: `eq.${team}` })

export interface OverrideToAdd {
  readonly team_id: string
  readonly person_id: string
  /** ISO 8601. */
  readonly from: string
  readonly until: string
}

export const addOverride = (override: OverrideToAdd, by: string): Promise<void> =>
  insertRows('on_call_overrides', { ...override, created_by: by || undefined })

export const removeOverride = (id: string): Promise<void> => deleteRows('on_call_overrides', { id: `eq.${id}` })
