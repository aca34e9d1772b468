import { z } from 'zod'
import type { UserRow } from '#shared/settings/user-row.ts'

export const userFormSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
})
export type UserForm = z.infer<typeof userFormSchema>

export const emptyUser: UserForm = { firstName: '', lastName: '', email: '', role: 'viewer' }

const required = 'This field is required'
const emailSchema = z.email().max(254)

export const userSchema = (others: readonly UserRow[]) =>
  userFormSchema.extend({
    firstName: z.string().trim().min(1, required),
    lastName: z.string().trim(),
    email: z
      .string()
      .trim()
      .min(1, required)
      .refine((email) => emailSchema.safeParse(email).success, 'Invalid email address. Check the spelling.')
      .superRefine((email, context) => {
        const holder = others.find((user) => user.email.toLowerCase() === email.toLowerCase())
        if (holder !== undefined) context.addIssue(`${holder.name} already has this email address.`)
      }),
  })

/** With several roles, none is preselected: the selected role replaces all of them. */
export const toUserForm = ({ firstName, lastName, name, email, roles }: UserRow): UserForm => ({
  // A service with a single name field gets it as the first name.
  firstName: firstName === '' && lastName === '' ? name : firstName,
  lastName,
  email,
  role: roles.length === 1 ? (roles[0] ?? '') : '',
})

export const findChanges = (user: UserRow, form: UserForm): Partial<UserForm> => {
  const before = new Map(Object.entries(toUserForm(user)))
  const entries = Object.entries(form).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(entries.filter(([name, text]) => text !== before.get(name)))
}
