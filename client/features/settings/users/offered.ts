import { readUserAccounts } from '#client/domain/identity/user-accounts.ts'

interface Offered {
  readonly invite: boolean
  readonly account: boolean
  readonly role: boolean
  readonly rescue: boolean
  readonly note: string | null
}

const everything = { invite: true, account: true, role: true, rescue: true, note: null }

const offeredBy: Readonly<Record<ReturnType<typeof readUserAccounts>, Offered>> = {
  embedded: everything,
  backend: {
    ...everything,
    rescue: false,
    note:
      'The backend keeps these accounts: it tells no second factors, and whoever lost a way in uses Reset password at the ' +
      'sign-in, or asks who runs its identity service.',
  },
  roles: {
    invite: false,
    account: false,
    role: true,
    rescue: false,
    note:
      'People sign in at the identity service of IDENTITY_URL, and stand here from their first sign-in on, without a role until ' +
      'somebody gives one. Roles are changed here; accounts are made, disabled and recovered there.',
  },
  none: {
    invite: false,
    account: false,
    role: false,
    rescue: false,
    note:
      'Nobody signs in to this console: whoever reaches it is the one local person, with the roles of STANDALONE_ROLES. With ' +
      'AUTH_MODE=identity people have accounts, and are invited here.',
  },
}

export const readOffered = (): Offered => offeredBy[readUserAccounts()]
