import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { rotationSchema, overrideSchema, type OnCallPlan } from '#shared/notifications/on-call.ts'
import { listRows } from '#client/api/data-api.ts'

const personSchema = z.object({
  id: z.string(),
  name: z.string().nullish(),
  email: z.string().nullish(),
  avatar: z.string().nullish(),
  deleted_at: z.string().nullish(),
})

const rowSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    members: z.array(z.object({ person: personSchema.nullable() })),
    rotation: z.union([rotationSchema, z.array(rotationSchema)]).nullable(),
    overrides: z.array(overrideSchema.extend({ created_at: z.string() })),
  })
  .transform(({ id, name, members, rotation, overrides }) => {
    const people = members.flatMap(({ person }) =>
      person === null || person.deleted_at != null
        ? []
        : [
            {
              id: person.id,
              name: person.name ?? person.email ?? 'unnamed user',
              email: person.email ?? '',
              avatar: person.avatar ?? null,
            },
          ],
    )
    const plan: OnCallPlan = {
      rotation: Array.isArray(rotation) ? (rotation[0] ?? null) : rotation,
      overrides: overrides.toSorted((one, other) => one.created_at.localeCompare(other.created_at)),
      members: new Set(people.map((person) => person.id)),
    }
    return { id, name, people, plan }
  })
export type OnCallTeam = z.infer<typeof rowSchema>

export const onCallKey = ['on call'] as const

const select = [
  'id',
  'name',
  'members:team_members(person:person_id(id,name,email,avatar,deleted_at))',
  'rotation:on_call_rotations(*)',
  'overrides:on_call_overrides(id,person_id,from,until,created_at)',
].join(',')

export const onCallQuery = (teamId?: string) =>
  queryOptions({
    queryKey: [...onCallKey, teamId ?? 'all'],
    queryFn: async ({ signal }) => {
      const query = {
        select,
        deleted_at: 'is.null',
        order: 'name.asc',
        'overrides.until': 'gt.now',
        ...(teamId !== undefined && { id: `eq.${teamId}` }),
      }
      const { rows } = await listRows('teams', { row: rowSchema, query, signal })
      return teamId !== undefined
        ? rows
        : rows.filter(({ plan: { rotation, overrides } }) => rotation !== null || overrides.length > 0)
    },
  })
