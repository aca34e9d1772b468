import { z } from 'zod'
import type { Rotation } from '#shared/notifications/on-call.ts'
import { clients } from '#client/api/clients.ts'

/** Adds a team's turns, or changes those that are there. Throws ApiError. */
export const saveRotation = async (
  { team_id: team, ...turns }: Rotation,
  isNew: boolean,
  by: string,
): Promise<void> => {
  await clients.data(
    '/on_call_rotations',
    isNew
      ? { method: 'POST', body: { team_id: team, ...turns, created_by: by || undefined }, schema: z.unknown() }
      : { method: 'PATCH', query: { team_id: `eq.${team}` }, body: turns, schema: z.unknown() },
  )
}

/** Nobody of the team takes turns any more. Throws ApiError. */
export const deleteRotation = async (team: string): Promise<void> => {
  await clients.data('/on_call_rotations', {
    method: 'DELETE',
    query: { team_id: `eq.${team}` },
    schema: z.unknown(),
  })
}

export interface StandInToAdd {
  readonly team_id: string
  readonly person_id: string
  /** ISO 8601. */
  readonly from: string
  readonly until: string
}

/** Somebody stands in. Throws ApiError. */
export const addStandIn = async (standIn: StandInToAdd, by: string): Promise<void> => {
  await clients.data('/on_call_stand_ins', {
    method: 'POST',
    body: { ...standIn, created_by: by || undefined },
    schema: z.unknown(),
  })
}

/** The turns hold again. Throws ApiError. */
export const removeStandIn = async (id: string): Promise<void> => {
  await clients.data('/on_call_stand_ins', { method: 'DELETE', query: { id: `eq.${id}` }, schema: z.unknown() })
}
