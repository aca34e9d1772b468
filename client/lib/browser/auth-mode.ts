import { z } from 'zod'

const authModeSchema = z.enum(['standalone', 'identity', 'hosted'])
export type AuthMode = z.infer<typeof authModeSchema>

/** How people sign in here: what the relay wrote into the page. A page that says nothing has no sign-in. */
export const readAuthMode = (): AuthMode =>
  authModeSchema
    .catch('standalone')
    .parse(document.querySelector('meta[name="auth-mode"]')?.getAttribute('content') ?? 'standalone')
