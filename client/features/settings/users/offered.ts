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
      'The backend manages these accounts. It does not report second factors; people who cannot sign in use Reset password at the ' +
      'sign-in, or ask the administrator of its identity service.',
  },
  roles: {
    invite: false,
    account: false,
    role: true,
    rescue: false,
    note:
      'People sign in at the identity service of IDENTITY_URL and are listed here after their first sign-in, without a role until ' +
      'one is assigned. Roles are changed here; accounts are created, disabled and recovered there.',
  },
  none: {
    invite: false,
    account: false,
    role: false,
    rescue: false,
    note:
      'This console has no sign-in: everyone who can reach it is the local user, with the roles of STANDALONE_ROLES. With ' +
      'AUTH_MODE=identity, people have accounts and are invited here.',
  },
}

export const readOffered = (): Offered => offeredBy[readUserAccounts()]
