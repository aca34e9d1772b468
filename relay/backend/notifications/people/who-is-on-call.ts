import { z } from 'zod'
import { onCallAt, rotationSchema, overrideSchema } from '#shared/notifications/on-call.ts'
import type { Queryable } from '#relay/database/database.ts'

export interface OnCall {
  /** Null when no person is on call: the whole team is notified. */
  readonly person: string | null
  readonly name: string
  readonly members: readonly string[]
}

const rowSchema = z.object({
  id: z.string(),
  team: z.string(),
  rotation: rotationSchema.nullable().catch(null),
  overrides: z.array(overrideSchema),
  members: z.array(z.object({ id: z.string(), name: z.string() })),
})

const resolveOnCall = ({ team, rotation, overrides, members }: z.infer<typeof rowSchema>, atMs: number): OnCall => {
  const ids = members.map(({ id }) => id)
  const { person } = onCallAt({ rotation, overrides, members: new Set(ids) }, atMs)
  const named = members.find(({ id }) => id === person)
  const name = named === undefined ? `team ${team}, no person on call` : `${named.name}, on call for team ${team}`
  return { person, name, members: ids }
}

export const readOnCall = async (
  database: Queryable,
  teams: readonly string[],
  atMs: number,
): Promise<ReadonlyMap<string, OnCall>> => {
  if (teams.length === 0) return new Map()
  const { rows } = await database.query(
    `select teams.id, teams.name as team, to_jsonb(rotation) as rotation,
       (select coalesce(jsonb_agg(override order by created_at), '[]') from on_call_overrides as override
         where override.team_id = teams.id and $2::timestamptz between override."from" and override.until) as overrides,
       (select coalesce(jsonb_agg(jsonb_build_object('id', people.id, 'name', people.name) order by people.name), '[]')
          from team_members join people on people.id = person_id
         where team_members.team_id = teams.id and people.deleted_at is null) as members
       from teams left join on_call_rotations as rotation on rotation.team_id = teams.id
      where teams.id = any($1::uuid[])`,
    [teams, new Date(atMs).toISOString()],
  )
  return new Map(
    z
      .array(rowSchema)
      .parse(rows)
      .map((row) => [row.id, resolveOnCall(row, atMs)]),
  )
}
