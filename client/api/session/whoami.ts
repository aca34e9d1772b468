import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { grantsOfPolicies } from '#shared/access/policy.ts'
import { rolesOfPerson } from '#shared/access/roles.ts'
import { clients } from '#client/api/clients.ts'

const orEmpty = <T>(items: readonly T[] | null | undefined): readonly T[] => items ?? []

/** Contract 1.1: the payload is nested, and an older backend says `null` for no roles. */
export const whoamiSchema = z
  .object({
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
        .transform((listed): readonly string[] => rolesOfPerson(listed ?? [])),
      permissions: z.array(z.unknown()).nullish().transform(orEmpty),
      teams: z
        .array(z.object({ id: z.string(), name: z.string() }))
        .nullish()
        .transform(orEmpty),
    }),
  })
  .transform(({ payload: { user, roles, permissions, teams } }) => ({
    user: { id: user.id, name: user.name?.trim() ?? '', email: user.email ?? '', avatar: user.avatar ?? null },
    roles,
    teams,
    permissions,
    grants: grantsOfPolicies(permissions, user.id),
  }))
export type Session = z.infer<typeof whoamiSchema>

/**
 * Who is signed in, with roles and permissions (ledger API-07). It is asked by the tab's session alone (`askWho`); readers
 * wait for what that brings.
 */
export const whoamiQuery = queryOptions({
  queryKey: ['whoami'],
  queryFn: async ({ signal }) => (await clients.auth('/whoami', { schema: whoamiSchema, signal })).data,
  meta: { failsOnPage: true },
  enabled: false,
  retry: false,
})

/** The signed-in person; undefined until known. */
export const useSession = (): Session | undefined => useQuery(whoamiQuery).data
