import { z } from 'zod'

const userStateSchema = z.enum(['invited', 'active', 'inactive'])

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

export const isLastAdministrator = (users: readonly UserRow[], id: string): boolean => {
  const administrators = users.filter(isAdministrator)
  return administrators.length === 1 && administrators[0]?.id === id
}
