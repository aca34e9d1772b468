import type { QueryClient } from '@tanstack/react-query'
import { sessionRoute } from '#shared/identity/session-routes.ts'
import type { SessionAnswer } from '#machines/identity/session-machine.ts'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import type { AuthMode } from '#client/lib/browser/auth-mode.ts'
import { whoamiQuery } from './whoami.ts'

/** The identity service's word on the session: 401 nobody, 403 or 422 a second factor is missing (ledger ERR-06, ERR-07). */
const checkSession = async (): Promise<SessionAnswer | null> => {
  try {
    await call(sessionRoute, {})
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { kind: 'nobody' }
    return error.status === 403 || error.status === 422 ? { kind: 'secondFactor' } : null
  }
}

/** The relay's own code for somebody whose session holds and whom it has no person for. */
export const noAccess = 'no_access'

const troubleOf = (error: unknown, mode: AuthMode): SessionAnswer => {
  if (!(error instanceof ApiError)) return { kind: 'refused', trouble: { reason: 'An error occurred' } }
  const { status, where, message, details, code } = error
  const trouble = { reason: message, advice: details, status, where }
  if (code === noAccess) return { kind: 'noAccess', trouble }
  if (status === undefined) return { kind: 'unreachable', trouble }
  if (status === 401 && mode !== 'standalone') return { kind: 'nobody' }
  return { kind: status >= 500 || status === 404 ? 'starting' : 'refused', trouble }
}

/**
 * Asks the identity service and the backend who is signed in, both at once; what the backend says is then what readers of
 * `whoamiQuery` get. Never rejects.
 */
export const askWho = async (client: QueryClient, mode: AuthMode): Promise<SessionAnswer> => {
  const whoami = client.fetchQuery({ ...whoamiQuery, staleTime: 0 }).then(
    ({ user }): SessionAnswer => ({ kind: 'person', id: user.id }),
    (error: unknown) => troubleOf(error, mode),
  )
  const [checked, known] = await Promise.all([mode === 'identity' ? checkSession() : null, whoami])
  return checked ?? known
}
