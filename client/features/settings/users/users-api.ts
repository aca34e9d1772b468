import { z } from 'zod'
import { clients } from '#client/api/clients.ts'
import type { UserForm } from './user-form.ts'

const invitationSchema = z.object({
  link: z.string(),
  code: z.string().nullish(),
  /** Where the mail went; a backend of another making does not say. */
  mail: z.enum(['server', 'outbox']).nullish(),
})
export type Invitation = z.infer<typeof invitationSchema>

const post = async (send: typeof clients.auth, path: string, body: object): Promise<void> => {
  await send(path, { method: 'POST', body, schema: z.unknown() })
}

/** Makes an account and mails its way in (ledger API-08). */
export const inviteUser = async (body: UserForm): Promise<Invitation> =>
  (await clients.auth('/invite_user', { method: 'POST', body, schema: invitationSchema })).data

/** Makes another way in for an account there is; the embedded identity service alone offers it. */
export const inviteAgain = async (id: string): Promise<Invitation> =>
  (await clients.auth(`/${id}/invite_again`, { method: 'POST', body: {}, schema: invitationSchema })).data

/** Changes what is given and nothing else; a role takes the place of all roles held (ledger API-09). */
export const updateUser = (id: string, change: Partial<UserForm> & { readonly active?: boolean }): Promise<void> =>
  post(clients.people, '/update', { id, ...change })

/** Removes the account (ledger API-10). */
export const removeUser = async (id: string): Promise<void> => {
  await clients.people(`/${id}`, { method: 'DELETE', schema: z.unknown() })
}

/** Takes away authenticator app, recovery codes and keys; the embedded identity service alone offers it. */
export const resetSecondFactor = (id: string): Promise<void> => post(clients.auth, `/${id}/reset_second_factor`, {})
