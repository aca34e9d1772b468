import { z } from 'zod'
import { contract } from '#shared/primitives/contract.ts'
import { grantsFromPolicies } from './policy.ts'
import { listRoles } from './roles.ts'

const orEmpty = <T>(items: readonly T[] | null | undefined): readonly T[] => items ?? []

/** Older backends send `null` for no roles. */
const whoamiSchema = z
  .object({
    message: z.string().optional(),
    payload: z.object({
      user: z.object({
        id: z.string(),
        name: z.string().nullish(),
        email: z.string().nullish(),
        avatar: z.string().nullish(),
      }),
      roles: z
        .array(z.string())
        .nullish()
        .transform((listed): readonly string[] => listRoles(listed ?? [])),
      permissions: z.array(z.unknown()).nullish().transform(orEmpty),
      teams: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .nullish()
        .transform(orEmpty),
      hostname: z.string().optional(),
    }),
  })
  .transform(({ payload: { user, roles, permissions, teams } }) => ({
    user: { id: user.id, name: user.name?.trim() ?? '', email: user.email ?? '', avatar: user.avatar ?? null },
    roles,
    teams,
    permissions,
    grants: grantsFromPolicies(permissions, user.id),
  }))
export type Whoami = z.infer<typeof whoamiSchema>

export const whoamiRoute = contract({ method: 'GET', path: '/api/auth/whoami', response: whoamiSchema })
