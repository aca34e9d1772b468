import { z } from 'zod'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'

const userAccountsSchema = z.enum(['none', 'embedded', 'roles', 'backend'])
type UserAccounts = z.infer<typeof userAccountsSchema>

/**
 * Who keeps the accounts of this console's users, as the relay wrote it into the page: nobody, the relay itself, an identity
 * service elsewhere while the relay keeps the roles, or the backend.
 */
export const readUserAccounts = (): UserAccounts =>
  userAccountsSchema
    .catch('none')
    .parse(document.querySelector('meta[name="user-accounts"]')?.getAttribute('content') ?? 'none')

/** Whether the relay's own backend decides over permissions, and not one elsewhere. */
export const isBackendEmbedded = (): boolean => readUserAccounts() !== 'backend' && readAuthMode() !== 'hosted'
