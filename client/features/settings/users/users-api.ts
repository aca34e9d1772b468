import {
  inviteAgainRoute,
  inviteRoute,
  removeUserRoute,
  resetSecondFactorRoute,
  updateUserRoute,
  type Invitation,
} from '#shared/settings/account-routes.ts'
import { call } from '#client/api/call.ts'
import type { UserForm } from './user-form.ts'

/** Makes an account and mails an invitation to it. Throws ApiError, as all of these do. */
export const inviteUser = (body: UserForm): Promise<Invitation> => call(inviteRoute, { body })

/** Invites somebody again who has an account; the embedded identity service alone offers it. */
export const inviteAgain = (id: string): Promise<Invitation> => call(inviteAgainRoute, { params: { id }, body: {} })

/** Changes what is given and nothing else; a role takes the place of all roles held. */
export const updateUser = async (
  id: string,
  change: Partial<UserForm> & { readonly active?: boolean },
): Promise<void> => {
  await call(updateUserRoute, { body: { id, ...change } })
}

/** Removes the account. */
export const removeUser = async (id: string): Promise<void> => {
  await call(removeUserRoute, { params: { id } })
}

/** Takes away authenticator app, recovery codes and keys; the embedded identity service alone offers it. */
export const resetSecondFactor = async (id: string): Promise<void> => {
  await call(resetSecondFactorRoute, { params: { id }, body: {} })
}
