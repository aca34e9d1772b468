import { z } from 'zod'
import type { Rotation } from '#shared/notifications/on-call.ts'
import { clients } from '#client/api/clients.ts'

/** Adds the rotation of a team, or changes it. Throws ApiError. */
export const saveRotation = async (
  { team_id: team, ...shifts }: Rotation,
  isNew: boolean,
  by: string,
): Promise<void> => {
  await clients.data(
    '/on_call_rotations',
    isNew
      ? { method: 'POST', body: { team_id: team, ...shifts, created_by: by || undefined }, schema: z.unknown() }
      : { method: 'PATCH', query: { team_id: `eq.${team}` }, body: shifts, schema: z.unknown() },
  )
}

/** Removes the rotation of a team. Throws ApiError. */
export const deleteRotation = async (team: string): Promise<void> => {
  await clients.data('/on_call_rotations', {
    method: 'DELETE',
    query: { team_id: `eq.${team}` },
    schema: z.unknown(),
  })
}

export interface OverrideToAdd {
  readonly team_id: string
  readonly person_id: string
  /** ISO 8601. */
  readonly from: string
  readonly until: string
}

/** Somebody stands in. Throws ApiError. */
export const addOverride = async (override: OverrideToAdd, by: string): Promise<void> => {
  await clients.data('/on_call_overrides', {
    method: 'POST',
    body: { ...override, created_by: by || undefined },
    schema: z.unknown(),
  })
}

/** The rotation holds again. Throws ApiError. */
export const removeOverride = async (id: string): Promise<void> => {
  await clients.data('/on_call_overrides', { method: 'DELETE', query: { id: `eq.${id}` }, schema: z.unknown() })
}
