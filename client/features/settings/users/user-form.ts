import { z } from 'zod'
import type { UserRow } from '#shared/settings/user-row.ts'
import type { UserForm } from './users-api.ts'

export const emptyUser: UserForm = { firstName: '', lastName: '', email: '', role: 'viewer' }

export const userFormSchema = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.string(),
})

export type UserErrors = Partial<Record<keyof UserForm, string>>

const emailSchema = z.email().max(254)

/** What is wrong with what was typed, field by field; nothing when it may be sent. `others` are the users there are. */
export const checkUser = (form: UserForm, others: readonly UserRow[]): UserErrors => {
  const email = form.email.trim().toLowerCase()
  const holder = others.find((user) => user.email.toLowerCase() === email)
  return {
    ...(form.firstName.trim() === '' && { firstName: 'This field is required' }),
    ...(email === '' && { email: 'This field is required' }),
    ...(email !== '' &&
      !emailSchema.safeParse(email).success && { email: 'This is not an email address. Check its spelling.' }),
    ...(holder !== undefined && { email: `${holder.name} has this email address already.` }),
  }
}

/** What the form of a user begins with. Who holds several roles, or none, has none chosen: a chosen one replaces them all. */
export const formOf = ({ firstName, lastName, name, email, roles }: UserRow): UserForm => ({
  // A service that knows one name only has it all in the first.
  firstName: firstName === '' && lastName === '' ? name : firstName,
  lastName,
  email,
  role: roles.length === 1 ? (roles[0] ?? '') : '',
})

/** What differs from what the user is: only that is sent. */
export const changesOf = (user: UserRow, form: UserForm): Partial<UserForm> => {
  const before = new Map(Object.entries(formOf(user)))
  const entries = Object.entries(form).map(([name, text]) => [name, text.trim()] as const)
  return Object.fromEntries(entries.filter(([name, text]) => text !== before.get(name)))
}
