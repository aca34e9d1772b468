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

export const inviteUser = (body: UserForm): Promise<Invitation> => call(inviteRoute, { body })

export const inviteAgain = (id: string): Promise<Invitation> => call(inviteAgainRoute, { params: { id }, body: {} })

/** Only the fields in `body` change; a role replaces all current roles. */
export const updateUser = async (
  id: string,
  change: Partial<UserForm> & { readonly active?: boolean },
): Promise<void> => {
  await call(updateUserRoute, { body: { id, ...change } })
}

export const removeUser = async (id: string): Promise<void> => {
  await call(removeUserRoute, { params: { id } })
}

export const resetSecondFactor = async (id: string): Promise<void> => {
  await call(resetSecondFactorRoute, { params: { id }, body: {} })
}
