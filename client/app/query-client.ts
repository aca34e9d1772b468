import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api/api-error.ts'
import { noAccess } from '#client/api/session/load-session.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'

/** How long an answer counts as fresh (ledger API-06). */
const staleAfterMs = 300_000

/** The relay's own code for a request without a session; other services answer 401 for reasons of their own. */
const signedOutCode = 'unauthorised'

/**
 * What every failed request leads to, wherever it was made: nothing when it was given up, a look at the session after a 401 or
 * where there is no access (any more), and a toast otherwise. A page that shows an answer's failure itself (`meta.failsOnPage`) gets no toast for it.
 */
export const handleFailure = (error: Error, failsOnPage: boolean, onUnauthorised: () => void) => {
  if (!(error instanceof ApiError)) return showToast('error', error.message || 'An error occurred')
  if (error.kind === 'aborted') return undefined
  if (error.code === noAccess) return onUnauthorised()
  if (error.status === 401 && readAuthMode() !== 'standalone') {
    onUnauthorised()
    if (error.code === signedOutCode) return undefined
  }
  if (error.kind === 'answered' && failsOnPage) return undefined
  return showToast('error', error.message)
}

/** `onUnauthorised` is told of every 401: the session may have ended (ledger ERR-01). */
export const createQueryClient = (onUnauthorised: () => void): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // Without a network a request fails and says so, instead of waiting unseen.
      queries: { staleTime: staleAfterMs, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, { meta }) => void handleFailure(error, meta?.['failsOnPage'] === true, onUnauthorised),
    }),
    mutationCache: new MutationCache({ onError: (error) => void handleFailure(error, false, onUnauthorised) }),
  })
