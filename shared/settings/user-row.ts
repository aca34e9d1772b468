import { z } from 'zod'

/**
 * What the account of a user is: `invited` has no way to sign in yet but the invitation. Null: no account is known, as where
 * nobody signs in.
 */
const userStateSchema = z.enum(['invited', 'active', 'inactive'])

/** One person of the users page, with the account and the roles (ledger AUTH-53, AUTH-54). What a service does not tell is null. */
export const userRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  avatar: z.string().nullable(),
  roles: z.array(z.string()),
  state: userStateSchema.nullable(),
  stateChangedAt: z.string().nullable(),
  hasSecondFactor: z.boolean().nullable(),
  createdAt: z.string().nullable(),
  lastLogin: z.string().nullable(),
})
export type UserRow = z.infer<typeof userRowSchema>

const isAdministrator = ({ state, roles }: UserRow) => state === 'active' && roles.includes('admin')

/** Whether nobody would be left who may manage users if this one were not an active administrator any more. */
export const isLastAdministrator = (users: readonly UserRow[], id: string): boolean => {
  const administrators = users.filter(isAdministrator)
  return administrators.length === 1 && administrators[0]?.id === id
}
