import { z } from 'zod'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'

const userAccountsSchema = z.enum(['none', 'embedded', 'roles', 'backend'])
type UserAccounts = z.infer<typeof userAccountsSchema>

export const readUserAccounts = (): UserAccounts =>
  userAccountsSchema
    .catch('none')
    .parse(document.querySelector('meta[name="user-accounts"]')?.getAttribute('content') ?? 'none')

export const isBackendEmbedded = (): boolean => readUserAccounts() !== 'backend' && readAuthMode() !== 'hosted'
