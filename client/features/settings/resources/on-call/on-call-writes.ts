import { z } from 'zod'
import type { Rotation } from '#shared/notifications/on-call.ts'
import { clients } from '#client/api/clients.ts'

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

export const addOverride = async (override: OverrideToAdd, by: string): Promise<void> => {
  await clients.data('/on_call_overrides', {
    method: 'POST',
    body: { ...override, created_by: by || undefined },
    schema: z.unknown(),
  })
}

export const removeOverride = async (id: string): Promise<void> => {
  await clients.data('/on_call_overrides', { method: 'DELETE', query: { id: `eq.${id}` }, schema: z.unknown() })
}
