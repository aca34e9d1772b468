import { z } from 'zod'
import { roles, type Role } from '#shared/access/roles.ts'
import { contract } from '#shared/primitives/contract.ts'

const params = z.object({ id: z.string() })
const name = z.string().max(100)
const role = z.string().transform((text, context): Role => {
  const known = roles.find((each) => each === text)
  if (known !== undefined) return known
  context.addIssue('Unknown role.')
  return z.NEVER
})
const nothing = z.object({})
const answered = z.unknown()

const invitationSchema = z.object({
  link: z.string(),
  code: z.string().nullish(),
  mail: z.enum(['server', 'outbox']).nullish(),
})
export type Invitation = z.infer<typeof invitationSchema>

export const inviteRoute = contract({
  method: 'POST',
  path: '/api/auth/invite_user',
  body: z.object({ firstName: name, lastName: name.default(''), email: z.string(), role }),
  response: invitationSchema,
})

export const inviteAgainRoute = contract({
  method: 'POST',
  path: '/api/auth/:id/invite_again',
  params,
  body: nothing,
  response: invitationSchema,
})

/** Omitted fields stay unchanged; a role replaces all current roles. */
export const updateUserRoute = contract({
  method: 'POST',
  path: '/api/people/update',
  body: z.object({
    id: z.string(),
    firstName: name.optional(),
    lastName: name.optional(),
    email: z.string().optional(),
    role: role.optional(),
    active: z.boolean().optional(),
  }),
  response: answered,
})

export const removeUserRoute = contract({ method: 'DELETE', path: '/api/people/:id', params, response: answered })

export const addRolesRoute = contract({
  method: 'POST',
  path: '/api/rbac/:id/update_role',
  params,
  body: z.object({ roles: z.array(role).min(1) }),
  response: answered,
})

export const accountStateRoute = contract({
  method: 'POST',
  path: '/api/auth/:id/update_state',
  params,
  body: z.object({ state: z.enum(['active', 'inactive']) }),
  response: answered,
})

export const resetSecondFactorRoute = contract({
  method: 'POST',
  path: '/api/auth/:id/reset_second_factor',
  params,
  body: nothing,
  response: answered,
})
