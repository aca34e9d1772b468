import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api/api-error.ts'
import { noAccess } from '#client/api/session/load-session.ts'
import { readAuthMode } from '#client/lib/browser/auth-mode.ts'
import { showToast } from '#client/ui/feedback/toast-store.ts'

const staleAfterMs = 300_000

/** The relay's code for a request without a session; other services use 401 for other reasons. */
const signedOutCode = 'unauthorised'

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

export const createQueryClient = (onUnauthorised: () => void): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: staleAfterMs, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onError: (error, { meta }) => void handleFailure(error, meta?.['failsAloud'] !== true, onUnauthorised),
    }),
    mutationCache: new MutationCache({ onError: (error) => void handleFailure(error, false, onUnauthorised) }),
  })
