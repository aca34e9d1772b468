import { z } from 'zod'
import { grantsOfPolicies } from '#shared/access/policy.ts'
import { rolesOfPerson } from '#shared/access/roles.ts'

const whoamiSchema = z.object({
  payload: z.object({
    user: z.object({ id: z.string(), name: z.string().nullish(), email: z.string().nullish() }),
    roles: z.array(z.string()).nullish(),
    permissions: z.array(z.unknown()).nullish(),
  }),
})

/** What a backend's `whoami` says of a person, with the grants and denies about them. Throws when it is none. */
export const readWhoami = (text: string) => {
  const { user, roles, permissions } = whoamiSchema.parse(JSON.parse(text)).payload
  return {
    id: user.id,
    name: user.name?.trim() ?? '',
    email: user.email ?? '',
    roles: rolesOfPerson(roles ?? []),
    grants: grantsOfPolicies(permissions ?? [], user.id),
  }
}
