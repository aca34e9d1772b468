import type { QueryClient } from '@tanstack/react-query'
import { sessionRoute } from '#shared/identity/session-routes.ts'
import type { SessionResult } from '#machines/identity/session-machine.ts'
import { ApiError } from '#client/api/api-error.ts'
import { call } from '#client/api/call.ts'
import type { AuthMode } from '#client/lib/browser/auth-mode.ts'
import { whoamiQuery } from './whoami.ts'

/** 401: signed out; 403 or 422: second factor missing (ledger ERR-06, ERR-07). */
const checkSession = async (): Promise<SessionResult | null> => {
  try {
    await call(sessionRoute, {})
    return null
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { kind: 'signedOut' }
    return error.status === 403 || error.status === 422 ? { kind: 'secondFactor' } : null
  }
}

export const noAccess = 'no_access'

const toSessionFailure = (error: unknown, mode: AuthMode): SessionResult => {
  if (!(error instanceof ApiError)) return { kind: 'refused', error: { reason: 'An error occurred' } }
  const { status, where, message, details, code } = error
  const failure = { reason: message, advice: details, status, where }
  if (code === noAccess) return { kind: 'noAccess', error: failure }
  if (status === undefined) return { kind: 'unreachable', error: failure }
  if (status === 401 && mode !== 'standalone') return { kind: 'signedOut' }
  return { kind: status >= 500 || status === 404 ? 'starting' : 'refused', error: failure }
}

export const loadSession = async (client: QueryClient, mode: AuthMode): Promise<SessionResult> => {
  const whoami = client.fetchQuery({ ...whoamiQuery, staleTime: 0 }).then(
    ({ user }): SessionResult => ({ kind: 'person', id: user.id }),
    (error: unknown) => toSessionFailure(error, mode),
  )
  const [checked, known] = await Promise.all([mode === 'identity' ? checkSession() : null, whoami])
  return checked ?? known
}
