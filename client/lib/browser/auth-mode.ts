import { z } from 'zod'

const authModeSchema = z.enum(['standalone', 'identity', 'hosted'])
export type AuthMode = z.infer<typeof authModeSchema>

/** A page without the meta tag has no sign-in. */
export const readAuthMode = (): AuthMode =>
  authModeSchema
    .catch('standalone')
    .parse(document.querySelector('meta[name="auth-mode"]')?.getAttribute('content') ?? 'standalone')
